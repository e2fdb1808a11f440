CREATE SECRET redpanda_ca AS decode('bm90IGEgcmVhbCBjZXJ0aWZpY2F0ZQ==', 'base64');
