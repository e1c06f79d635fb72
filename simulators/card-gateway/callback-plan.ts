import { randomUUID } from 'node:crypto'
import type { Fault } from '../faults.ts'
import type { CallbackBody, NewCallback } from './callbacks.ts'
import type { CardStory } from './demo-cards.ts'
import type { Gateway } from './gateway.ts'
import { zeroGuid, type Authorization, type Link } from './schema.ts'

type Plan = Pick<Fault, 'drop' | 'copies' | 'delayMs' | 'forged'>

const plain: Plan = { drop: false, copies: 1, delayMs: 0, forged: null }

const stories: Record<CardStory['callbacks'], Plan> = {
  once: plain,
  never: { ...plain, drop: true },
  twice: { ...plain, copies: 2 },
  late: { ...plain, delayMs: 5_000 },
  'then-forged': { ...plain, forged: 'after' },
}

/** Queues the callbacks of an authorisation, by its demo card or a scripted fault. @returns those to send before the redirect */
export const acceptCallbacks = (
  gateway: Gateway,
  link: Link,
  authorization: Authorization,
  story: CardStory,
): number[] => note(gateway, link, 'accepted', acceptedBody(link, authorization), stories[story.callbacks])

export const declineCallbacks = (gateway: Gateway, link: Link): number[] =>
  note(gateway, link, 'declined', declinedBody(link), plain)

function note(
  { faults, callbacks }: Gateway,
  link: Link,
  kind: NewCallback['kind'],
  body: CallbackBody,
  story: Plan,
): number[] {
  if (!link.callback_url) return []
  const plan = faults.strike('callback', 'before') ?? story
  if (plan.drop) return []
  const common = { paymentId: link.payment_id, url: link.callback_url }
  const forged = (after?: number) =>
    callbacks.add({ ...common, kind: 'forged', body: forgedBody(), ...(after === undefined ? {} : { after }) })
  const first = plan.forged === 'before' ? { after: forged() } : {}
  const ids = Array.from({ length: plan.copies }, () =>
    callbacks.add({ ...common, ...first, kind, body, delay: plan.delayMs }),
  )
  if (plan.forged === 'after') forged(ids[0])
  return plan.delayMs > 0 || plan.forged === 'before' ? [] : ids
}

export const acceptedBody = (link: Link, { id, saved_card_id }: Authorization): CallbackBody => ({
  authorizationIdentifier: id,
  savedCardIdentifier: saved_card_id ?? zeroGuid,
  paymentIdentifier: link.payment_id,
  authorizationAccepted: true,
})

export const declinedBody = (link: Link): CallbackBody => ({
  authorizationIdentifier: zeroGuid,
  savedCardIdentifier: zeroGuid,
  paymentIdentifier: link.payment_id,
  authorizationAccepted: false,
})

/** A callback forged by somebody who knows only the address. */
export const forgedBody = (): CallbackBody => ({
  authorizationIdentifier: randomUUID(),
  savedCardIdentifier: zeroGuid,
  paymentIdentifier: randomUUID(),
  authorizationAccepted: false,
})
