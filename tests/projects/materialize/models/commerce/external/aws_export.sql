CREATE CONNECTION aws_export TO AWS (
    REGION = 'eu-central-1',
    ASSUME ROLE ARN = 'arn:aws:iam::000000000000:role/materialize-export'
);
COMMENT ON CONNECTION aws_export IS 'COPY TO s3 by the finance close job';
