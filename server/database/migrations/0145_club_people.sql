-- A club's register: what it knows of each person who came to it. Whoever bought, or for whom something was bought, is in it.
CREATE TABLE club_people (
  org_id uuid NOT NULL,
  member_id uuid NOT NULL,
  number integer,
  since date NOT NULL,
  source text NOT NULL,
  left_on date,
  left_reason text,
  tags text[] DEFAULT '{}' NOT NULL,
  fields jsonb DEFAULT '{}' NOT NULL,
  managed boolean DEFAULT false NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT club_people_pkey PRIMARY KEY (org_id, member_id),
  CONSTRAINT club_people_number UNIQUE (org_id, number),
  CONSTRAINT club_people_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT club_people_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT club_people_source_check CHECK (source IN ('joined', 'bought', 'imported', 'added', 'asked'))
);
CREATE INDEX club_people_member ON club_people USING btree (member_id);
-- Those whom a job gives their numbers.
CREATE INDEX club_people_unnumbered ON club_people USING btree (org_id) WHERE number IS NULL;

-- The last number given, so that none is given twice.
CREATE TABLE club_people_counters (
  org_id uuid PRIMARY KEY,
  last integer NOT NULL,
  CONSTRAINT club_people_counters_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id)
);

-- What a club writes of its people beyond what the portal knows. Values are in club_people.fields, by id.
CREATE TABLE club_fields (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  label jsonb NOT NULL,
  kind text NOT NULL,
  options jsonb DEFAULT '[]' NOT NULL,
  who_sees text NOT NULL,
  position integer NOT NULL,
  archived_at timestamp (3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT club_fields_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT club_fields_kind_check CHECK (kind IN ('text', 'number', 'date', 'choice', 'yes_no')),
  CONSTRAINT club_fields_who_sees_check CHECK (who_sees IN ('office', 'person'))
);
CREATE INDEX club_fields_org ON club_fields USING btree (org_id, position);

-- Filters, columns and order of the register under a name: somebody's own, or everybody's in the office.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  owner_id uuid,
  name text NOT NULL,
  filter jsonb,
  columns text[] DEFAULT '{}' NOT NULL,
  sort text,
  position integer NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT saved_views_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT saved_views_owner_id_members_id_fk FOREIGN KEY (owner_id) REFERENCES members(id)
);
CREATE INDEX saved_views_org ON saved_views USING btree (org_id, position);
CREATE INDEX saved_views_owner ON saved_views USING btree (owner_id) WHERE owner_id IS NOT NULL;

--> in batches of memberships
INSERT INTO club_people (org_id, member_id, since, source)
SELECT memberships.org_id, memberships.member_id, min(terms.start_date), 'joined'
FROM memberships JOIN membership_terms terms ON terms.membership_id = memberships.id AND terms.status IN ('active', 'cancelled')
WHERE memberships.id = ANY ($1) GROUP BY 1, 2
ON CONFLICT (org_id, member_id) DO NOTHING;

--> in batches of orders
INSERT INTO club_people (org_id, member_id, since, source)
SELECT orders.org_id, people.id, min((coalesce(orders.paid_at, orders.created_at) AT TIME ZONE 'Europe/Copenhagen')::date), 'bought'
FROM orders CROSS JOIN LATERAL (SELECT orders.buyer_id AS id UNION SELECT member_id FROM order_lines WHERE order_id = orders.id) people
WHERE orders.status IN ('paid', 'refunded') AND orders.id = ANY ($1) GROUP BY 1, 2
ON CONFLICT (org_id, member_id) DO NOTHING;

--> later, in batches of orders
-- What processes of the version before completed while they were replaced.
INSERT INTO club_people (org_id, member_id, since, source)
SELECT orders.org_id, people.id, min((coalesce(orders.paid_at, orders.created_at) AT TIME ZONE 'Europe/Copenhagen')::date), 'bought'
FROM orders CROSS JOIN LATERAL (SELECT orders.buyer_id AS id UNION SELECT member_id FROM order_lines WHERE order_id = orders.id) people
WHERE orders.status IN ('paid', 'refunded') AND orders.id = ANY ($1) GROUP BY 1, 2
ON CONFLICT (org_id, member_id) DO NOTHING;
