-- Messages of a club to many people: who reads each, and about whom. The mails and notifications are those of its fan-out.
CREATE TABLE club_messages (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  event_id uuid,
  subject jsonb NOT NULL,
  body jsonb NOT NULL,
  filter jsonb,
  token_hash text NOT NULL UNIQUE,
  created_by uuid NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  sent_at timestamp (3) with time zone,
  stopped_at timestamp (3) with time zone,
  CONSTRAINT club_messages_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT club_messages_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT club_messages_created_by_members_id_fk FOREIGN KEY (created_by) REFERENCES members(id)
);
CREATE INDEX club_messages_org ON club_messages USING btree (org_id, id);
CREATE INDEX club_messages_event ON club_messages USING btree (event_id, id);

CREATE TABLE club_message_readers (
  message_id uuid NOT NULL,
  reader_id uuid NOT NULL,
  about uuid[] NOT NULL,
  CONSTRAINT club_message_readers_pk PRIMARY KEY (message_id, reader_id),
  CONSTRAINT club_message_readers_message_id_club_messages_id_fk FOREIGN KEY (message_id) REFERENCES club_messages(id),
  CONSTRAINT club_message_readers_reader_id_members_id_fk FOREIGN KEY (reader_id) REFERENCES members(id)
);
CREATE INDEX club_message_readers_reader ON club_message_readers USING btree (reader_id);

ALTER TABLE delayed_actions DROP CONSTRAINT delayed_actions_kind_check;
ALTER TABLE delayed_actions ADD CONSTRAINT delayed_actions_kind_check
  CHECK (kind IN ('refund', 'answer', 'move', 'erase', 'leave', 'invite', 'grant', 'offer', 'message')) NOT VALID;
