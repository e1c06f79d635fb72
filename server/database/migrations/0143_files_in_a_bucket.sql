-- The bytes of pictures and files may be in a bucket. Their row then has the key there, and empty bytes, because these take no null.
ALTER TABLE thread_attachments ADD COLUMN bucket_key text;
ALTER TABLE member_images ADD COLUMN bucket_key text;
ALTER TABLE stored_pictures ADD COLUMN bucket_key text, ADD COLUMN small_key text, ADD COLUMN size integer;

-- Keys in the bucket that no row has: of a file that is being stored, and of one that was deleted. A job removes them there.
CREATE TABLE unused_files (
  key text PRIMARY KEY,
  remove_after timestamp (3) with time zone NOT NULL
);

CREATE FUNCTION files_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unused_files WHERE key = NEW.bucket_key;
  IF TG_TABLE_NAME = 'stored_pictures' THEN
    DELETE FROM unused_files WHERE key = NEW.small_key;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION files_dropped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.bucket_key IS NOT DISTINCT FROM OLD.bucket_key THEN
    RETURN NULL;
  END IF;
  INSERT INTO unused_files VALUES (OLD.bucket_key, portal_now()) ON CONFLICT DO NOTHING;
  IF TG_TABLE_NAME = 'stored_pictures' THEN
    INSERT INTO unused_files SELECT OLD.small_key, portal_now() WHERE OLD.small_key IS NOT NULL ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER files_taken AFTER INSERT OR UPDATE ON thread_attachments FOR EACH ROW WHEN (NEW.bucket_key IS NOT NULL)
  EXECUTE FUNCTION files_taken();
CREATE TRIGGER files_taken AFTER INSERT OR UPDATE ON member_images FOR EACH ROW WHEN (NEW.bucket_key IS NOT NULL)
  EXECUTE FUNCTION files_taken();
CREATE TRIGGER files_taken AFTER INSERT OR UPDATE ON stored_pictures FOR EACH ROW WHEN (NEW.bucket_key IS NOT NULL)
  EXECUTE FUNCTION files_taken();
CREATE TRIGGER files_dropped AFTER DELETE OR UPDATE ON thread_attachments FOR EACH ROW WHEN (OLD.bucket_key IS NOT NULL)
  EXECUTE FUNCTION files_dropped();
CREATE TRIGGER files_dropped AFTER DELETE OR UPDATE ON member_images FOR EACH ROW WHEN (OLD.bucket_key IS NOT NULL)
  EXECUTE FUNCTION files_dropped();
CREATE TRIGGER files_dropped AFTER DELETE OR UPDATE ON stored_pictures FOR EACH ROW WHEN (OLD.bucket_key IS NOT NULL)
  EXECUTE FUNCTION files_dropped();

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS thread_attachments_in_bucket ON thread_attachments USING btree (bucket_key) WHERE bucket_key IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS member_images_in_bucket ON member_images USING btree (bucket_key) WHERE bucket_key IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS stored_pictures_in_bucket ON stored_pictures USING btree (bucket_key) WHERE bucket_key IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS stored_pictures_small_in_bucket ON stored_pictures USING btree (small_key) WHERE small_key IS NOT NULL;
