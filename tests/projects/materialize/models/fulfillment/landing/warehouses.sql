CREATE TABLE warehouses FROM SOURCE wms_src (REFERENCE wms.warehouses);
