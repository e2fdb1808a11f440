create table stock_thresholds (
    warehouse_id bigint not null, sku text not null, reorder_point int not null, safety_stock int not null
);
