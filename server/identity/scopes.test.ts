import { expect, test } from 'vitest'
import { PgDialect, sql } from '#server/database/sql.ts'
import { parseRoles } from '#contract/token-roles.ts'
import { clubsWith, hasScopeSql, hasScope, scopesAt } from './scopes.ts'

const holder = (...texts: string[]) => ({ roles: parseRoles(texts), grants: [] })

test.each([
  ['org:ROKLUB|role:ADMIN', true],
  ['org:roklub|role:super_admin', true],
  ['org:ALL|role:ADMIN', true],
  // The operator, who looks at an office by a grant.
  ['org:ALL|role:SUPER_ADMIN', false],
  ['org:ROKLUB|role:USER', false],
  ['org:ALL|role:USER', false],
  ['org:TENNIS|role:ADMIN', false],
  ['org:ROKLUB-2|role:SUPER_ADMIN', false],
])('%s holds the scopes of ROKLUB: %s', (role, expected) => {
  for (const scope of ['inbox', 'money.refund', 'settings'] as const) {
    expect(hasScope(holder(role), scope, 'ROKLUB')).toBe(expected)
    expect(hasScope(holder('org:TENNIS|role:ADMIN', role), scope, 'roklub')).toBe(expected)
  }
})

test('a grant gives the scopes of its roles at its club, and a look only for reading', () => {
  const grants = [
    { orgKey: 'ROKLUB', roles: ['treasurer', 'door'] as const },
    { orgKey: 'TENNIS', roles: ['look'] as const },
  ]
  const treasurer = { roles: [], grants }
  expect(scopesAt(treasurer, 'roklub', 'write')).toEqual([
    'members.read',
    'members.add',
    'teams',
    'memberships.write',
    'events.read',
    'door',
    'money.read',
    'money.refund',
    'reports',
  ])
  expect(hasScope(treasurer, 'settings', 'ROKLUB')).toBe(false)
  expect(hasScope(treasurer, 'money.read', 'KOR')).toBe(false)
  expect(hasScope(treasurer, 'money.read', 'TENNIS', 'read')).toBe(true)
  expect(scopesAt(treasurer, 'TENNIS', 'write')).toEqual([])
  expect(clubsWith(treasurer, 'money.read')).toEqual(['ROKLUB', 'TENNIS'])
})

test('a query is limited to named clubs, all of them, or none', () => {
  const queryFor = (...roles: string[]) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(hasScopeSql(holder(...roles), 'inbox', sql`key`))
    return [text, ...params]
  }
  expect(queryFor('org:ROKLUB|role:USER')).toEqual(['false'])
  expect(queryFor('org:ROKLUB|role:USER', 'org:ALL|role:ADMIN')).toEqual(['true'])
  expect(queryFor('org:ROKLUB|role:ADMIN', 'org:B|role:ADMIN')).toEqual(['key = any($1::text[])', ['ROKLUB', 'B']])
})
