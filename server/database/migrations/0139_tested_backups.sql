-- When a backup was last restored as a test, and what went wrong with the newest try.
ALTER TABLE backups ADD COLUMN tested_at timestamp(3) with time zone, ADD COLUMN test_fault text;
