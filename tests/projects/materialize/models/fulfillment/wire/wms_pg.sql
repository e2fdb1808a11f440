CREATE CONNECTION wms_pg TO POSTGRES (
    HOST :'wms_pg_host',
    DATABASE 'wms',
    USER 'mz',
    PASSWORD SECRET wire.wms_password,
    SSH TUNNEL commerce.external.bastion
);
