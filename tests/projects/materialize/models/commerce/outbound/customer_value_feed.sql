create sink customer_value_feed
  in cluster outbound
  from marts.customer_lifetime
  into kafka connection external.kafka_main (topic 'crm.customer-value')
  key (customer_id) not enforced
  key format text value format json
  envelope upsert
  with (snapshot = false);
