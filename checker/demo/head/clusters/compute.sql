CREATE CLUSTER compute (SIZE = '100cc');
