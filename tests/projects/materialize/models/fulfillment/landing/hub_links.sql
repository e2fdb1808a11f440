CREATE TABLE hub_links FROM SOURCE wms_src (REFERENCE network.hub_links);
