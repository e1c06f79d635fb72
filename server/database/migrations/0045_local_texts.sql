-- What a club writes in two languages is one value: {"da": …, "en": …}, without "en" where it wrote no English. The version before
-- reads and writes a column for each language: both are kept in step until the next version drops those columns. The new names stand in
-- no statement of it: there `description` and `name` are columns of other tables, and need not say so.
CREATE FUNCTION local_text(da text, en text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('da', da, 'en', nullif(nullif(en, ''), da)))
$$;

ALTER TABLE organisations ADD COLUMN description_texts jsonb DEFAULT '{"da": ""}' NOT NULL;
ALTER TABLE event_pictures ADD COLUMN alt_texts jsonb DEFAULT '{"da": ""}' NOT NULL;
ALTER TABLE coupons ADD COLUMN name_texts jsonb DEFAULT '{"da": ""}' NOT NULL;

-- Whoever wrote the value wrote it for both; a new row has the default where the version before wrote it.
CREATE FUNCTION organisations_description() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.description_texts IS DISTINCT FROM (CASE WHEN TG_OP = 'UPDATE' THEN OLD.description_texts ELSE '{"da": ""}' END) THEN
    NEW.description_da := NEW.description_texts ->> 'da';
    NEW.description_en := coalesce(NEW.description_texts ->> 'en', '');
  ELSE
    NEW.description_texts := local_text(NEW.description_da, NEW.description_en);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER organisations_description BEFORE INSERT OR UPDATE OF description_texts, description_da, description_en ON organisations
  FOR EACH ROW EXECUTE FUNCTION organisations_description();

CREATE FUNCTION event_pictures_alt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.alt_texts IS DISTINCT FROM (CASE WHEN TG_OP = 'UPDATE' THEN OLD.alt_texts ELSE '{"da": ""}' END) THEN
    NEW.alt_da := NEW.alt_texts ->> 'da';
    NEW.alt_en := coalesce(NEW.alt_texts ->> 'en', '');
  ELSE
    NEW.alt_texts := local_text(NEW.alt_da, NEW.alt_en);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER event_pictures_alt BEFORE INSERT OR UPDATE OF alt_texts, alt_da, alt_en ON event_pictures
  FOR EACH ROW EXECUTE FUNCTION event_pictures_alt();

-- The version before shows a coupon's English name whatever it is.
CREATE FUNCTION coupons_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name_texts IS DISTINCT FROM (CASE WHEN TG_OP = 'UPDATE' THEN OLD.name_texts ELSE '{"da": ""}' END) THEN
    NEW.name_da := NEW.name_texts ->> 'da';
    NEW.name_en := coalesce(NEW.name_texts ->> 'en', NEW.name_texts ->> 'da');
  ELSE
    NEW.name_texts := local_text(NEW.name_da, NEW.name_en);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER coupons_name BEFORE INSERT OR UPDATE OF name_texts, name_da, name_en ON coupons
  FOR EACH ROW EXECUTE FUNCTION coupons_name();
