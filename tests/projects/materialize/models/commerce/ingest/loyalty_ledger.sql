create table loyalty_ledger from source loyalty_src (reference loyalty.ledger);
comment on table loyalty_ledger is 'append only; corrections are negative rows';
