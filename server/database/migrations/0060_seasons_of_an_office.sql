-- Seasons that a club's office writes. A draft is a row that was never published: `enabled` is false, so the version before sells it nowhere. A
-- row of the version before is published. `version` counts what offices saved.
ALTER TABLE membership_configurations ADD COLUMN name_texts jsonb DEFAULT '{"da": ""}' NOT NULL;
ALTER TABLE membership_configurations ADD COLUMN version integer DEFAULT 1 NOT NULL;
ALTER TABLE membership_configurations ADD COLUMN published_at timestamp (3) with time zone DEFAULT portal_now();
ALTER TABLE membership_configurations ADD COLUMN copied_from uuid REFERENCES membership_configurations(id);

-- `name` is the Danish name, in orders and on receipts; `name_texts` has both. Whoever writes one writes the other.
CREATE FUNCTION membership_configurations_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name_texts IS DISTINCT FROM (CASE WHEN TG_OP = 'UPDATE' THEN OLD.name_texts ELSE '{"da": ""}' END) THEN
    NEW.name := NEW.name_texts ->> 'da';
  ELSE
    NEW.name_texts := local_text(NEW.name, '');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER membership_configurations_name BEFORE INSERT OR UPDATE OF name_texts, name ON membership_configurations
  FOR EACH ROW EXECUTE FUNCTION membership_configurations_name();
UPDATE membership_configurations SET name_texts = local_text(name, ''), published_at = created_at;
