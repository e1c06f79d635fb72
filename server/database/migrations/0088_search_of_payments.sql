-- A club's paid orders are found by number, people as they are called now, and what was bought.
ALTER TABLE orders ADD COLUMN search text DEFAULT '' NOT NULL;

CREATE VIEW searched_orders AS
  SELECT orders.id, search_fold(concat_ws(E'\n', orders.number, buyers.first_name || ' ' || buyers.last_name, buyers.email,
    string_agg(concat_ws(E'\n', holders.first_name || ' ' || holders.last_name, lines.title), E'\n' ORDER BY lines.position))) AS search
  FROM orders
  JOIN members buyers ON buyers.id = orders.buyer_id
  LEFT JOIN order_lines lines ON lines.order_id = orders.id
  LEFT JOIN members holders ON holders.id = lines.member_id
  GROUP BY orders.id, buyers.id;

-- Its lines stand by then, and never change.
CREATE FUNCTION orders_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := coalesce((SELECT search FROM searched_orders WHERE id = NEW.id), '');
  RETURN NEW;
END $$;
CREATE TRIGGER orders_searched BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.status IN ('paid', 'refunded') AND OLD.status NOT IN ('paid', 'refunded')) EXECUTE FUNCTION orders_searched();

-- Nobody is found by a former name or address.
CREATE FUNCTION members_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET search = (SELECT search FROM searched_orders found WHERE found.id = orders.id)
  WHERE status IN ('paid', 'refunded')
    AND id IN (SELECT id FROM orders WHERE buyer_id = NEW.id UNION SELECT order_id FROM order_lines WHERE member_id = NEW.id);
  UPDATE threads SET search = left(concat_ws(' ', subject, NEW.first_name, NEW.last_name, NEW.email,
    (SELECT string_agg(text, ' ' ORDER BY created_at) FROM thread_messages WHERE thread_id = threads.id)), 100000)
  WHERE member_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER members_searched AFTER UPDATE OF first_name, last_name, email ON members FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.email) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email))
  EXECUTE FUNCTION members_searched();
