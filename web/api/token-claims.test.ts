import { expect, test } from 'vitest'
import { rolesOf, tokenClaims } from './token-claims.ts'

const token = (payload: string) => `header.${payload}.signature`
const encoded = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

test('the payload is read as UTF-8 in Base64URL', () => {
  expect(tokenClaims(token(encoded('{"sub":"Åse Ærø ~~~???"}')))).toEqual({ sub: 'Åse Ærø ~~~???' })
})

test.each([
  ['no payload', 'header', 'Unable to decode token, payload not found.'],
  ['an empty text', '', 'Unable to decode token, payload not found.'],
  ['no Base64URL', token('%%%'), 'Unable to decode token, payload is not a valid Base64URL value.'],
  ['no JSON', token(encoded('{sub')), 'Unable to decode token, payload is not a valid JSON value.'],
])('%s is refused with its reason', (_, text, message) => {
  expect(() => tokenClaims(text)).toThrow(message)
})

test.each([
  [['org:ALL|role:SUPER_ADMIN'], [{ org: 'ALL', role: 'SUPER_ADMIN' }]],
  [['ORG:roklub|Role:admin'], [{ org: 'ROKLUB', role: 'ADMIN' }]],
  [['offline_access', 'org:X', 'role:ADMIN', 'org:A|role:ADMIN|role:SUPER_ADMIN', 'org:ROKLUB|role:OWNER'], []],
])('roles of %j', (roles, expected) => {
  expect(rolesOf({ realm_access: { roles } })).toEqual(expected)
})

test('a token without realm roles has none', () => {
  expect(rolesOf({})).toEqual([])
})
