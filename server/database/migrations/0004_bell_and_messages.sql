-- The bell is live, what was deleted comes back for a day, and each message has a receiver who chooses.

-- Ids in the order of time for rows that one statement writes for many.
CREATE FUNCTION portal_new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- What one cause tells many. Its notifications name it without a foreign key: one statement writes a hundred thousand of them.
CREATE TABLE fan_outs (
  id uuid PRIMARY KEY NOT NULL,
  once_key text NOT NULL,
  template text NOT NULL,
  data jsonb NOT NULL,
  mailed_up_to uuid,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT fan_outs_once_key_unique UNIQUE(once_key)
);
ALTER TABLE notifications ADD COLUMN fan_out_id uuid;
CREATE UNIQUE INDEX notifications_fan_out ON notifications USING btree (fan_out_id,receiver_id) WHERE fan_out_id is not null;
ALTER TABLE notifications DROP CONSTRAINT notifications_once_key_unique;
CREATE UNIQUE INDEX notifications_once_key ON notifications USING btree (once_key) WHERE once_key is not null;
-- Members are never deleted, and whoever tells one has just read the row; the check is paid for each of a hundred thousand.
ALTER TABLE notifications DROP CONSTRAINT notifications_receiver_id_members_id_fk;
ALTER TABLE notifications ADD COLUMN danish jsonb;
ALTER TABLE notifications ADD COLUMN deleted_at timestamp (3) with time zone;
DROP INDEX notifications_unread;
DROP INDEX notifications_receiver;
CREATE INDEX notifications_unread ON notifications USING btree (receiver_id,created_at,id) WHERE not read and deleted_at is null;
CREATE INDEX notifications_receiver ON notifications USING btree (receiver_id,created_at,id) WHERE deleted_at is null;
CREATE INDEX notifications_deleted ON notifications USING btree (deleted_at) WHERE deleted_at is not null;

-- Tells the servers whose bells changed, in parts that fit into one notice.
CREATE FUNCTION notifications_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('portal_bells', string_agg(receiver_id::text, ','))
  FROM (
    SELECT receiver_id, (row_number() OVER () - 1) / 200 AS part
    FROM (SELECT DISTINCT receiver_id FROM changed) receivers
  ) parts
  GROUP BY part;
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_inserted AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notifications_changed();
CREATE TRIGGER notifications_updated AFTER UPDATE ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notifications_changed();

ALTER TABLE messages ADD COLUMN member_id uuid;
ALTER TABLE messages ADD COLUMN fan_out_id uuid;
ALTER TABLE messages ADD COLUMN error text DEFAULT '' NOT NULL;
ALTER TABLE messages ADD CONSTRAINT messages_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
-- What is still to be sent: what was given up, or nobody wants, would stay in the index for good.
DROP INDEX messages_waiting;
CREATE INDEX messages_waiting ON messages USING btree (created_at) WHERE status in ('waiting', 'sending');
CREATE INDEX messages_failed ON messages USING btree (id) WHERE status = 'failed';

CREATE TABLE message_preferences (
  member_id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  wanted boolean NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT message_preferences_pk PRIMARY KEY(member_id,kind,channel)
);
ALTER TABLE message_preferences ADD CONSTRAINT message_preferences_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
