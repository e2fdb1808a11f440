CREATE TABLE shipment_events
    FROM SOURCE wms_src (REFERENCE wms.shipment_events);
