create table loyalty_accounts from source loyalty_src (reference loyalty.accounts)
  with (text columns (status));
