CREATE SECRET orders_pg_password AS :'orders_pg_password';
