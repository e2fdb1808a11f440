create connection loyalty_mysql to mysql (
    host :'loyalty_mysql_host',
    port 3306,
    user 'mz_repl',
    password secret external.loyalty_mysql_password,
    ssl mode 'required'
);
