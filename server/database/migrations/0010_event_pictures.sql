-- One picture an event, as it is served; its own table, so that events stay narrow.
CREATE TABLE event_pictures (
  event_id uuid PRIMARY KEY NOT NULL REFERENCES events(id),
  version text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  alt_da text DEFAULT '' NOT NULL,
  alt_en text DEFAULT '' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);

-- Lists are read along these, the next event first, and no further than their page.
CREATE INDEX events_next ON events USING btree (starts_at,id) WHERE enabled;
CREATE INDEX events_next_of_org ON events USING btree (org_id,starts_at,id) WHERE enabled;
CREATE INDEX events_next_of_kind ON events USING btree (kind,starts_at,id) WHERE enabled;
CREATE INDEX events_next_of_org_kind ON events USING btree (org_id,kind,starts_at,id) WHERE enabled;
-- What has begun and is not over: few of all that ever began.
CREATE INDEX events_span ON events USING gist (tstzrange(starts_at, greatest(starts_at, ends_at))) WHERE enabled;
-- What a search looks at; words of three letters and more, then one letter, two, and what stands between words.
ALTER TABLE events ADD COLUMN search text GENERATED ALWAYS AS (lower(title || ' ' || kind || ' ' || place)) STORED NOT NULL;
CREATE INDEX events_words ON events USING gin (search gin_trgm_ops) WITH (fastupdate=off) WHERE enabled;
CREATE INDEX events_letters ON events USING gin ((portal_pairs(search) || string_to_array(search, NULL))) WITH (fastupdate=off) WHERE enabled;

-- A club's key is the first word of its events' addresses: no word with which other addresses begin, and no role's ALL. Not checked for the clubs there are.
ALTER TABLE organisations ADD CONSTRAINT organisations_key_free CHECK (upper(key) !~ '^(ALL|ADD-EDIT-PARTICIPANT|ADMIN|ASSETS|BUILD|CLAIM-ACCOUNT|CONTACT-US|DOCS|EDIT-PROFILE|EVENTS?|FONTS|HEALTHZ|INDEX|LOGIN-SUCCESS|MEMBERSHIPS?|METRICS|MY-CALENDA?E?R|MY-PROFILE|NOTIFICATIONS|OPENAPI|ORGANIZATIONS?|ORGANIZATIONS-REVIEW|PARTICIPANTS-LIST|READYZ|REALMS|SIMULATORS|SILENT-CALLBACK|TICKETS?|TOOLS|UI|UNSUBSCRIBE)(\.|$)|^(EVENT|MEMBERSHIP|ORGANIZATIONS|PAGE)-|-API$') NOT VALID;
