CREATE SECRET csr_basic_auth AS :'csr_password';
COMMENT ON SECRET csr_basic_auth IS 'Rotated by the platform team every quarter';
