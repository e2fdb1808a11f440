create materialized view product_cards in cluster transform as
select p.product_id, p.sku, p.title, p.brand, ct.path as category_path,
       coalesce(h.views_last_hour, 0) as views_last_hour,
       stock.units_available
  from prep.products_flat p
  join prep.category_tree ct on ct.category_id = p.category_id
  left join marts.hot_products h on h.product_id = p.product_id
  left join (
        select sku, sum(on_hand) as units_available
          from fulfillment.logic.inventory_on_hand
         group by sku
       ) as stock on stock.sku = p.sku;
create index product_cards_sku in cluster serving on product_cards (sku);
grant select on product_cards to storefront_api;
