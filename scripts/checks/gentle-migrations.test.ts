import { expect, test } from 'vitest'
import { carelessMigration } from './gentle-migrations.ts'

const faults = (text: string, name = '0128_later.sql') => carelessMigration(text, name).map(({ sentence }) => sentence)

test.each([
  ['UPDATE orders SET later = 1 WHERE paid_at IS NULL', /orders grows.*batches/],
  ['DELETE FROM notifications', /notifications grows.*batches/],
  ['INSERT INTO later (id) SELECT id FROM members', /members grows.*batches/],
  ['CREATE UNIQUE INDEX orders_later ON orders (later)', /orders grows.*concurrently/],
  ['ALTER TABLE payments ADD CONSTRAINT later CHECK (later > 0)', /payments grows.*NOT VALID/],
  [
    'ALTER TABLE payments\n  ADD COLUMN later int,\n  ADD CONSTRAINT later FOREIGN KEY (later) REFERENCES orders (id)',
    /NOT VALID/,
  ],
  ['ALTER TABLE payments ADD CONSTRAINT later UNIQUE (later)', /payments grows.*concurrently/],
  ['ALTER TABLE members ADD COLUMN later int CHECK (later > 0)', /members grows.*constraint NOT VALID/],
  ['ALTER TABLE members ADD COLUMN later text GENERATED ALWAYS AS (lower(name)) STORED', /members grows.*trigger/],
  ['ALTER TABLE members ADD COLUMN later uuid DEFAULT gen_random_uuid()', /members grows.*default/],
  ['ALTER TABLE orders ALTER COLUMN total TYPE numeric', /orders grows.*new type/],
  ['ALTER TABLE orders ALTER COLUMN later SET NOT NULL', /orders grows.*NOT VALID/],
  [
    'ALTER TABLE orders ADD CONSTRAINT later CHECK (later > 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT later',
    /migration of its own/,
  ],
  ['DROP INDEX members_listed; ANALYZE members', /migration of its own/],
  ['--> later, in batches of orders\nUPDATE orders SET later = 1;', /batch of orders/],
  ['ALTER TABLE organisations DROP COLUMN description_da', /a release later/],
])('refuses %s', (text, fault) => {
  expect(faults(text)).toEqual([expect.stringMatching(fault)])
})

test.each([
  "ALTER TABLE orders ADD COLUMN later text DEFAULT '' NOT NULL; ALTER TABLE orders ADD CONSTRAINT l CHECK (later <> 'x') NOT VALID",
  'ALTER TABLE orders VALIDATE CONSTRAINT later',
  '--> concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_later ON orders (later);',
  '--> in batches of orders\nUPDATE orders SET later = 1 WHERE id = ANY ($1);',
  'CREATE TABLE threads (id uuid); CREATE INDEX threads_later ON threads (id)',
  'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN UPDATE orders SET later = 1; END $$; -- UPDATE orders',
  'UPDATE organisations SET later = 1; CREATE INDEX organisations_later ON organisations (later)',
  '-- needs 0.4.0\nALTER TABLE organisations DROP COLUMN description_da',
])('allows %s', (text) => {
  expect(faults(text)).toEqual([])
})

test('an older migration is as it is', () => {
  expect(faults('UPDATE orders SET later = 1', '0089_payments_found.sql')).toEqual([])
})
