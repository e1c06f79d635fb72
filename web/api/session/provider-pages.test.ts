import { expect, test } from 'vitest'
import { accountAddress, recoveryAddress } from './provider-pages.ts'

test('a provider in Keycloak’s shape has pages for the account and for a forgotten password', () => {
  const issuer = 'https://id.example/realms/izy'
  expect(accountAddress(issuer, 'member-web', 'https://portal.example/my-profile')).toBe(
    `${issuer}/account?referrer=member-web&referrer_uri=https%3A%2F%2Fportal.example%2Fmy-profile`,
  )
  expect(recoveryAddress(issuer, 'member-web', 'da')).toBe(
    `${issuer}/login-actions/reset-credentials?client_id=member-web&kc_locale=da`,
  )
})

test('of another provider no such page is known', () => {
  expect(accountAddress('https://id.example', 'member-web', 'https://portal.example/')).toBeNull()
  expect(recoveryAddress('https://id.example/oidc/realms/', 'member-web', 'da')).toBeNull()
})
