import { expect, test } from 'vitest'
import { isPage } from './is-page.ts'

test.each(['/', '/tickets', '/my-calender', '/ROKLUB/events/1/tickets/2', '/event-1-detail', '/uisomething'])(
  '%s is a page',
  (path) => {
    expect(isPage(path)).toBe(true)
  },
)

test.each([
  '/realms/izy/protocol/openid-connect/auth',
  '/ui/membership/confirm',
  '/tools/qr',
  '/izy-member-api/api/v1/member/item',
  '/other-event-api/api/v1/list',
  '/simulators/card-gateway/gw',
  '/docs',
  '/openapi.json',
  '/build.json',
  '/silent-callback.html',
  '/service-worker.js',
  '/manifest.webmanifest',
  '/assets/tickets-page-12345678.js',
  '/healthz',
  '/readyz',
  '/metrics',
])('%s is left to the network', (path) => {
  expect(isPage(path)).toBe(false)
})
