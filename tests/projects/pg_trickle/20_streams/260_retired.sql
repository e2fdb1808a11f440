-- Gone since the new board is live. The weekly one goes with its parent.
SELECT pgtrickle.drop_stream_table('ops.legacy_rollup', cascade => true);
SELECT pgtrickle.exec_stream_ddl('DROP STREAM TABLE ops.scratch_orders');
