CREATE TABLE inventory_moves
    FROM SOURCE fulfillment.landing.wms_src (REFERENCE wms.inventory_moves)
    WITH (TEXT COLUMNS (reason));
