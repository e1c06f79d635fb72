-- What members and visitors write to clubs, and what clubs answer.
CREATE TABLE threads (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL REFERENCES organisations(id),
  -- Who asks: a member, or a visitor by name and address.
  member_id uuid REFERENCES members(id),
  visitor_name text,
  visitor_email text,
  visitor_language text,
  subject text NOT NULL,
  state text DEFAULT 'open' NOT NULL,
  -- What the asker was looking at, as it was called.
  topic_kind text,
  topic_id uuid,
  topic_title text,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  last_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  -- Since when it is the club's turn, or was the last time.
  waiting_since timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  -- The beginning of the last message, in one line.
  preview text DEFAULT '' NOT NULL,
  -- Of the club's people, who wrote last.
  answered_by text,
  -- Lower case: subject, who asks, and what was written.
  search text DEFAULT '' NOT NULL,
  CONSTRAINT threads_state CHECK (state IN ('open', 'answered', 'closed')),
  CONSTRAINT threads_topic CHECK (topic_kind IN ('event', 'membership') IS NOT FALSE AND num_nonnulls(topic_kind, topic_id, topic_title) IN (0, 3)),
  CONSTRAINT threads_asker CHECK (CASE WHEN member_id IS NULL THEN num_nonnulls(visitor_name, visitor_email, visitor_language) = 3 ELSE num_nonnulls(visitor_name, visitor_email, visitor_language) = 0 END)
);
CREATE INDEX threads_of_member ON threads USING btree (member_id,last_at,id) WHERE member_id IS NOT NULL;
CREATE INDEX threads_of_org ON threads USING btree (org_id,state,last_at,id);
CREATE INDEX threads_newest ON threads USING btree (org_id,last_at,id);
CREATE INDEX threads_waiting ON threads USING btree (org_id,waiting_since,id) WHERE state = 'open';
CREATE INDEX threads_search ON threads USING gin (search gin_trgm_ops);

CREATE TABLE thread_messages (
  id uuid PRIMARY KEY NOT NULL,
  thread_id uuid NOT NULL REFERENCES threads(id),
  sender text NOT NULL,
  -- Null: a visitor.
  member_id uuid REFERENCES members(id),
  -- As they were called.
  author text NOT NULL,
  text text NOT NULL,
  -- Of the token that its writer's browser made: sent twice, written once.
  token_hash text NOT NULL UNIQUE,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT thread_messages_sender CHECK (sender IN ('asker', 'club'))
);
CREATE INDEX thread_messages_of_thread ON thread_messages USING btree (thread_id,created_at,id);

-- Files; without a message until it is sent.
CREATE TABLE thread_attachments (
  id uuid PRIMARY KEY NOT NULL,
  message_id uuid REFERENCES thread_messages(id),
  position integer,
  -- Whose it is until then: a member, or whoever holds a pass.
  member_id uuid REFERENCES members(id),
  pass_hash text,
  name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT thread_attachments_owner CHECK (num_nonnulls(member_id, pass_hash) = 1)
);
CREATE INDEX thread_attachments_of_message ON thread_attachments USING btree (message_id,position) WHERE message_id IS NOT NULL;
CREATE INDEX thread_attachments_unsent ON thread_attachments USING btree (created_at) WHERE message_id IS NULL;

-- What an office writes for itself: apart from the messages, so that no reader of those can meet it.
CREATE TABLE thread_notes (
  id uuid PRIMARY KEY NOT NULL,
  thread_id uuid NOT NULL REFERENCES threads(id),
  member_id uuid NOT NULL REFERENCES members(id),
  author text NOT NULL,
  text text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);
CREATE INDEX thread_notes_of_thread ON thread_notes USING btree (thread_id,created_at,id);

-- Up to which moment somebody has read a thread.
CREATE TABLE thread_reads (
  thread_id uuid NOT NULL REFERENCES threads(id),
  member_id uuid NOT NULL REFERENCES members(id),
  read_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT thread_reads_pk PRIMARY KEY(thread_id,member_id)
);

CREATE TABLE answer_templates (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL REFERENCES organisations(id),
  title text NOT NULL,
  text text NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);
CREATE UNIQUE INDEX answer_templates_title ON answer_templates USING btree (org_id,lower(title));

-- Who administered a club when they signed in last: whom its office's notifications go to. It grants nothing.
CREATE TABLE organisation_admins (
  org_id uuid NOT NULL REFERENCES organisations(id),
  member_id uuid NOT NULL REFERENCES members(id),
  seen_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT organisation_admins_pk PRIMARY KEY(org_id,member_id)
);
CREATE INDEX organisation_admins_of_member ON organisation_admins USING btree (member_id);

-- Passes of visitors: each is bought with one challenge, and lets one message through.
CREATE TABLE contact_passes (
  -- Of the challenge's salt.
  salt_hash text PRIMARY KEY NOT NULL,
  pass_hash text NOT NULL UNIQUE,
  expires_at timestamp (3) with time zone NOT NULL,
  used_at timestamp (3) with time zone
);
CREATE INDEX contact_passes_expired ON contact_passes USING btree (expires_at);
