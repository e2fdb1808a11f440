create view product_tags as
select p.product_id
     , lower(t.tag) as tag
  from products_flat as p
     , jsonb_array_elements_text(p.tags) as t (tag)
 where p.tags is not null
