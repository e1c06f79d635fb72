-- An order that costs nothing is written once, as paid. Its words come with it; they are folded here.
CREATE FUNCTION orders_folded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_fold(NEW.search);
  RETURN NEW;
END $$;
CREATE TRIGGER orders_folded BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.search <> '') EXECUTE FUNCTION orders_folded();
