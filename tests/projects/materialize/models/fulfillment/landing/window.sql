-- Delivery windows offered at checkout. The name is a reserved word; keep the quotes.
CREATE TABLE "window" (
    warehouse_id bigint NOT NULL,
    weekday      int    NOT NULL,   -- 0 = Sunday
    opens        time   NOT NULL,
    closes       time   NOT NULL,
    capacity     int    NOT NULL
);
COMMENT ON TABLE "window" IS 'maintained by hand in the ops console';
