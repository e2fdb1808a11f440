create secret loyalty_mysql_password as :'loyalty_mysql_password'
