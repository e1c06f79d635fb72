import { expect, test } from 'vitest'
import { PgDialect, sql } from '#server/database/sql.ts'
import { parseRoles } from './roles.ts'
import { heldAt, holds } from './scopes.ts'

const holder = (...texts: string[]) => ({ roles: parseRoles(texts) })

test.each([
  ['org:ROKLUB|role:ADMIN', true],
  ['org:roklub|role:super_admin', true],
  ['org:ALL|role:ADMIN', true],
  ['org:ALL|role:SUPER_ADMIN', true],
  ['org:ROKLUB|role:USER', false],
  ['org:ALL|role:USER', false],
  ['org:TENNIS|role:ADMIN', false],
  ['org:ROKLUB-2|role:SUPER_ADMIN', false],
])('%s holds the scopes of ROKLUB: %s', (role, expected) => {
  for (const scope of ['inbox', 'money.refund', 'settings'] as const) {
    expect(holds(holder(role), scope, 'ROKLUB')).toBe(expected)
    expect(holds(holder('org:TENNIS|role:ADMIN', role), scope, 'roklub')).toBe(expected)
  }
})

test('a query is limited to named clubs, all of them, or none', () => {
  const queryFor = (...roles: string[]) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(heldAt(holder(...roles), 'inbox', sql`key`))
    return [text, ...params]
  }
  expect(queryFor('org:ROKLUB|role:USER')).toEqual(['false'])
  expect(queryFor('org:ROKLUB|role:USER', 'org:ALL|role:ADMIN')).toEqual(['true'])
  expect(queryFor('org:ROKLUB|role:ADMIN', 'org:B|role:ADMIN')).toEqual(['key = any($1::text[])', ['ROKLUB', 'B']])
})
