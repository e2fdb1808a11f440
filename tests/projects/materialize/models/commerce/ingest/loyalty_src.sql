create source loyalty_src
  in cluster ingest
  from mysql connection external.loyalty_mysql;
