CREATE TABLE carriers FROM SOURCE wms_src (REFERENCE wms.carriers);
