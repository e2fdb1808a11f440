CREATE CONNECTION csr_main TO CONFLUENT SCHEMA REGISTRY (
    URL :'csr_url',
    USERNAME = 'materialize',
    PASSWORD = SECRET commerce.external.csr_basic_auth
);
GRANT USAGE ON CONNECTION csr_main TO data_platform;
