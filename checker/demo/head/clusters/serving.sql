CREATE CLUSTER serving (SIZE = '50cc');
