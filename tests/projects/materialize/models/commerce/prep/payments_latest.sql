create view payments_latest as
select distinct on (order_id)
       order_id, payment_id, provider, amount, state, card_fingerprint, authorised_at
  from ingest.payments
 order by order_id, authorised_at desc, payment_id;
