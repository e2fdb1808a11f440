create view inventory_on_hand as
select warehouse_id, sku, sum(delta) as on_hand, max(moved_at) as last_move_at
from landing.inventory_moves
group by warehouse_id, sku
having sum(delta) <> 0;

create index inventory_on_hand_sku in cluster fulfillment_compute on inventory_on_hand (sku);

execute unit test zero_stock_is_hidden
for fulfillment.logic.inventory_on_hand
mock fulfillment.landing.inventory_moves(id bigint, warehouse_id bigint, sku text, delta int, reason text, moved_at timestamptz) as (
    values (1::bigint, 1::bigint, 'A', 5, 'receipt', '2025-01-01 00:00:00+00'::timestamptz),
           (2, 1, 'A', -2, 'pick', '2025-01-02 00:00:00+00'::timestamptz),
           (3, 1, 'B', 1, 'receipt', '2025-01-01 00:00:00+00'::timestamptz),
           (4, 1, 'B', -1, 'pick', '2025-01-03 00:00:00+00'::timestamptz)
)
expected(warehouse_id bigint, sku text, on_hand bigint, last_move_at timestamptz) as (
    values (1::bigint, 'A', 3::bigint, '2025-01-02 00:00:00+00'::timestamptz)
);
