create materialized view low_stock in cluster fulfillment_compute as
select t.warehouse_id, w.code as warehouse, t.sku,
       coalesce(i.on_hand, 0) as on_hand, t.reorder_point, t.safety_stock,
       coalesce(i.on_hand, 0) < t.safety_stock as is_critical
from landing.stock_thresholds t
join landing.warehouses w on w.id = t.warehouse_id
left join logic.inventory_on_hand i on i.warehouse_id = t.warehouse_id and i.sku = t.sku
where coalesce(i.on_hand, 0) < t.reorder_point;

create default index in cluster serving on low_stock;
comment on materialized view low_stock is 'feeds the replenishment screen';
