import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newToken } from '#server/database/new-id.ts'
import { membershipData } from '#server/testing/selection.ts'
import type { Buyer } from '../support/buyer.ts'
import type { Offer } from '../support/world.ts'
import type { Request } from './light-client.ts'
import type { Kind } from './open-loop.ts'

/** The mix of a busy day: browsing and buying. */
export function memberKinds(url: string, buyers: readonly Buyer[], offers: readonly Offer[]): Kind[] {
  let turn = 0
  const call = (endpoint: Endpoint, params: object, body?: object): Request => {
    const buyer = buyers[turn++ % buyers.length]!
    return {
      method: endpoint.method,
      url: url + pathOf(endpoint.path, 'izy', { memberId: buyer.memberId, ...params }),
      headers: {
        authorization: `Bearer ${buyer.token}`,
        'x-forwarded-for': buyer.ip,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }
  }
  return [
    { name: 'clubs', share: 0.4, next: () => call(organisations.list, {}) },
    { name: 'memberships', share: 0.4, next: () => call(memberships.list, {}) },
    {
      name: 'prepare',
      share: 0.2,
      next: () => {
        const { memberId } = buyers[turn % buyers.length]!
        const offer = offers[turn % offers.length]!
        const season = { id: offer.configurationId, orgId: offer.orgId }
        return call(orders.prepare, {}, { token: newToken(), membershipData: membershipData([{ memberId, season }]) })
      },
    },
  ]
}

/** Requests a second for the web app's files and for health checks, beside the load. */
export function besides(url: string): Kind[] {
  const assets = path.resolve(import.meta.dirname, '../../dist/web/assets')
  const script = readdirSync(assets).find((name) => name.endsWith('.js'))
  if (!script) throw new Error('The web app is not built: npm run build')
  const get = (where: string) => ({ method: 'GET', url: url + where, headers: { 'accept-encoding': 'br' } })
  return [
    { name: 'file', share: 50, fixed: true, next: () => get(`/assets/${script}`) },
    {
      name: 'page',
      share: 10,
      fixed: true,
      next: () => ({ ...get('/memberships'), headers: { accept: 'text/html' } }),
    },
    { name: 'health', share: 5, fixed: true, next: () => get('/healthz') },
    { name: 'ready', share: 5, fixed: true, next: () => get('/readyz') },
  ]
}
