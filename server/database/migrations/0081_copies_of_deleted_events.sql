-- A draft can be deleted after it was copied.
ALTER TABLE events DROP CONSTRAINT events_copied_from_fkey,
  ADD CONSTRAINT events_copied_from_fkey FOREIGN KEY (copied_from) REFERENCES events(id) ON DELETE SET NULL;
