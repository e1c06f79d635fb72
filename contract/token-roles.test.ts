import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSuperAdmin, parseRoles } from './token-roles.ts'

test.each([
  ['org:ROKLUB|role:ADMIN', { org: 'ROKLUB', role: 'ADMIN' }],
  ['ORG:roklub|Role:admin', { org: 'ROKLUB', role: 'ADMIN' }],
  ['org:ALL|role:SUPER_ADMIN', { org: 'ALL', role: 'SUPER_ADMIN' }],
  ['org:K-2|role:user', { org: 'K-2', role: 'USER' }],
])('%s is a role', (text, role) => {
  expect(parseRoles([text])).toEqual([role])
})

test.each([
  'org:ALL|role:SUPER_ADMIN|role:USER',
  'org:X|org:ALL|role:SUPER_ADMIN',
  ' org:ALL|role:SUPER_ADMIN',
  'org:ALL|role:SUPER_ADMIN\n',
  'org:ALL|role:SUPER_ADMİN',
  'org:ALL|role:ſUPER_ADMIN',
  'org:|role:ADMIN',
  'org:A LL|role:ADMIN',
  'role:SUPER_ADMIN',
  'SUPER_ADMIN',
  'org:ALL|role:SUPERADMIN',
  'org:ALL,role:SUPER_ADMIN',
  'org:-ALL|role:USER',
  'xorg:ALL|role:SUPER_ADMIN',
  '',
])('%j is not a role', (text) => {
  expect(parseRoles([text])).toEqual([])
})

test('a role given twice counts once', () => {
  expect(parseRoles(['org:A|role:USER', 'ORG:a|ROLE:user'])).toHaveLength(1)
})

test.each([
  undefined,
  null,
  'org:ALL|role:SUPER_ADMIN',
  { 0: 'org:ALL|role:SUPER_ADMIN', length: 1 },
  [['org:ALL|role:SUPER_ADMIN']],
  [7],
])('%j as roles grants nothing', (roles) => {
  expect(parseRoles(roles)).toEqual([])
})

const pieces = ['org:', 'role:', '|', 'ALL', 'all', 'SUPER_ADMIN', 'ADMIN', 'ROKLUB', ' ', '\n', 'ı', 'İ', 'ſ', 'K']
const nearly = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join('')),
)

test('only the super admin role of ALL makes a super admin', () => {
  fc.assert(
    fc.property(fc.array(nearly, { maxLength: 5 }), (roles) => {
      const real = roles.some((text) => text.toLowerCase() === 'org:all|role:super_admin')
      expect(isSuperAdmin(parseRoles(roles))).toBe(real)
    }),
    { numRuns: 3000 },
  )
})
