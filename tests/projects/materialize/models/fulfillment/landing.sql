comment on schema landing is 'WMS replica and vehicle telemetry';
