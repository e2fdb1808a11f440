CREATE SECRET kafka_sasl_password AS :'kafka_password';
