import { expect, test } from 'vitest'
import { safeReturnUrl } from './return-url.ts'

test.each([
  '/',
  '/memberships',
  '/memberships?trigger=editMainParticipant',
  '/membership/confirm?izytoken=0123456789012345678901234567890123456789#top',
  '/membership/0190a3f2-0000-7000-8000-000000000001/history',
  '/contact-us?to=bo@example.com&next=%2Fevents',
  '/caf%C3%A9',
])('%s is kept', (wanted) => {
  expect(safeReturnUrl(wanted)).toBe(wanted)
})

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/events\\..\\..',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/%2F/evil.example',
  '/%5cevil.example',
  '/%252f%252fevil.example',
  '/%09/evil.example',
  '/user:secret@evil.example',
  '/@evil.example',
  '/%40evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  'events',
  '',
  ' /events',
  `/${'a'.repeat(2001)}`,
  undefined,
  null,
  42,
  { toString: () => '/events' },
])('%j becomes the front page', (wanted) => {
  expect(safeReturnUrl(wanted)).toBe('/')
})

test('dots are resolved within the origin', () => {
  expect(safeReturnUrl('/a/../../events')).toBe('/events')
})
