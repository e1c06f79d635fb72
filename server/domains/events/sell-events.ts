import type { Seller } from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'

/** Sells places at events. */
export const eventSeller: Seller<'event'> = {
  price: (_, __, lines) =>
    Promise.resolve(
      lines.map(({ memberId }) => ({
        kind: 'event' as const,
        memberId,
        memberName: '',
        title: '',
        refusal: new Problem('event_not_found'),
      })),
    ),
  hold: () => Promise.reject(new Problem('event_not_found')),
  renew: () => Promise.resolve(true),
  fulfil: () => Promise.resolve(),
  release: () => Promise.resolve(),
  revoke: () => Promise.resolve(),
}
