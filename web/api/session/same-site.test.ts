import { expect, test } from 'vitest'
import { isSameSite } from './same-site.ts'

test.each([
  ['https://portal.example/realms/izy', 'https://portal.example', true],
  ['https://id.club.example/realms/izy', 'https://www.club.example', true],
  ['http://localhost:3100/realms/izy', 'http://localhost:3000', true],
  ['https://id.provider.example', 'https://club.example', false],
  ['http://club.example', 'https://club.example', false],
  ['http://127.0.0.1:3000', 'http://localhost:3000', false],
  ['http://10.0.0.1', 'http://10.1.0.1', false],
])('%s and %s: %s', (one, other, same) => {
  expect(isSameSite(one, other)).toBe(same)
})
