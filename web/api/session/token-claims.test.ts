import { expect, test } from 'vitest'
import { identityToken, isInOffice, rolesOf, tokenClaims } from './token-claims.ts'

const token = (payload: string) => `header.${payload}.signature`
const encoded = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

test('the payload is decoded from Base64URL as UTF-8', () => {
  expect(tokenClaims(token(encoded('{"sub":"Åse Ærø ~~~???"}')))).toEqual({ sub: 'Åse Ærø ~~~???' })
})

test.each([
  ['no payload', 'header', 'Unable to decode token, payload not found.'],
  ['an empty text', '', 'Unable to decode token, payload not found.'],
  ['no Base64URL', token('%%%'), 'Unable to decode token, payload is not a valid Base64URL value.'],
  ['no object', token(encoded('null')), 'Unable to decode token, payload is not a valid JSON value.'],
  ['no JSON', token(encoded('{sub')), 'Unable to decode token, payload is not a valid JSON value.'],
])('%s is refused with its reason', (_, text, message) => {
  expect(() => tokenClaims(text)).toThrow(message)
})

const ordinary = [{ org: 'ALL', role: 'USER' }]

test.each<[unknown, readonly unknown[]]>([
  [['org:ALL|role:SUPER_ADMIN'], [{ org: 'ALL', role: 'SUPER_ADMIN' }]],
  [['ORG:roklub|Role:admin'], [{ org: 'ROKLUB', role: 'ADMIN' }]],
  [['offline_access', 'org:X', 'role:ADMIN', 'org:A|role:ADMIN|role:SUPER_ADMIN', 'org:ROKLUB|role:OWNER'], ordinary],
  [[], ordinary],
  [[null, 7, { role: 'SUPER_ADMIN' }], ordinary],
  ['org:ALL|role:SUPER_ADMIN', ordinary],
])('roles of %j', (roles, expected) => {
  expect(rolesOf({ realm_access: { roles: roles as string[] } })).toEqual(expected)
})

test('a token without realm roles is an ordinary member’s', () => {
  expect(rolesOf({})).toEqual(ordinary)
})

test('admins of one club or of all are in an office', () => {
  expect(isInOffice({ roles: [{ org: 'ROKLUB', role: 'ADMIN' }], offices: [] })).toBe(true)
  expect(isInOffice({ roles: rolesOf({ realm_access: { roles: ['org:ALL|role:SUPER_ADMIN'] } }), offices: [] })).toBe(
    false,
  )
  expect(isInOffice({ roles: rolesOf({}), offices: ['ROKLUB'] })).toBe(true)
  expect(isInOffice({ roles: rolesOf({}), offices: [] })).toBe(false)
})

test('a Keycloak token has user, session, roles and expiry', () => {
  const claims = {
    sub: 'anna',
    sid: 'session-1',
    exp: 1_800_000_000,
    auth_time: 1_790_000_000,
    realm_access: { roles: ['offline_access', 'org:ROKLUB|role:ADMIN'] },
    resource_access: { account: { roles: ['manage-account'] }, other: {} },
  }
  expect(identityToken(token(encoded(JSON.stringify(claims))))).toEqual({
    subject: 'anna',
    sessionId: 'session-1',
    roles: [{ org: 'ROKLUB', role: 'ADMIN' }],
    resourceRoles: { account: ['manage-account'], other: [] },
    expiresAt: new Date(1_800_000_000_000),
    saysWhen: true,
  })
})

test('a plain provider’s token only has the user, an ordinary member', () => {
  expect(identityToken(token(encoded(JSON.stringify({ sub: 'anna' }))))).toEqual({
    subject: 'anna',
    sessionId: null,
    roles: ordinary,
    resourceRoles: {},
    expiresAt: null,
    saysWhen: false,
  })
})
