-- How many orders are of some days: the planner does not use what it knows of the expression in the partial index of paid orders.
CREATE STATISTICS IF NOT EXISTS orders_paid_moment ON (coalesce(paid_at, created_at)) FROM orders;
ANALYZE orders;
