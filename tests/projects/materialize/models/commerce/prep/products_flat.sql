create view products_flat as
select p.id                                             as product_id
     , p.sku
     , p.title
     , p.category_id
     , p.list_price
     , p.attributes ->> 'brand'                         as brand
     , nullif(p.attributes ->> 'weight_g', '')::int     as weight_g
     , coalesce((p.attributes ->> 'fragile')::boolean, false) as is_fragile
     , (p.attributes -> 'tags')                         as tags
  from ingest.products p
 where p.active;

create index products_flat_pk in cluster transform on products_flat (product_id);
