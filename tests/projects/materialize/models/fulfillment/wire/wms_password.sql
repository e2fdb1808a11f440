CREATE SECRET wms_password AS :'wms_pg_password';
