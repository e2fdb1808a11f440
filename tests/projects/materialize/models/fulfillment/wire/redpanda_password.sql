CREATE SECRET redpanda_password AS :'redpanda_password';
