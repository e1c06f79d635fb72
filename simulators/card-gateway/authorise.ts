import { randomUUID } from 'node:crypto'
import { acceptCallbacks, declineCallbacks } from './callback-plan.ts'
import { maskedPan, storyOf, storyOfTail, type CardStory } from './demo-cards.ts'
import type { Gateway } from './gateway.ts'
import { timestamp, type Authorization, type Decline, type Link, type SavedCard } from './schema.ts'

export interface Card {
  number: string
  /** `YYMM` */
  expiry: string
}

export type Outcome =
  | { kind: 'authorised'; authorization: Authorization; story: CardStory; callbackIds: number[] }
  | { kind: 'declined'; decline: Decline; story: CardStory; callbackIds: number[] }
  | { kind: 'paid-already' }

export const acquirerOf = (thing: { test_mode: number }) => (thing.test_mode ? 'Test' : 'Clearhaus')

/** Decides a payment by its demo card and stores everything that follows, in one transaction. */
export function authorise(gateway: Gateway, link: Link, card: Card): Outcome {
  const { store } = gateway
  const story = storyOf(card.number)
  // The callbacks' timers start with their rows; none fires before this function has returned.
  return store.together(() => {
    if (authorizationOf(store, link.payment_id)) return { kind: 'paid-already' }
    if (story.decline) {
      const decline = noteDecline(store, link, card, story.decline)
      return { kind: 'declined', decline, story, callbackIds: declineCallbacks(gateway, link) }
    }
    const savedCardId = link.save_card ? saveCard(store, link, card) : null
    const authorization = insertAuthorization(store, {
      payment_id: link.payment_id,
      merchant: link.merchant,
      amount: story.otherAmount ? otherThan(link.amount) : link.amount,
      asked_amount: link.amount,
      currency: link.currency,
      order_number: link.order_number,
      card_tail: story.tail,
      masked_pan: maskedPan(card.number),
      card_expiry: card.expiry,
      saved_card_id: savedCardId,
      test_mode: link.test_mode,
    })
    return {
      kind: 'authorised',
      authorization,
      story,
      callbackIds: acceptCallbacks(gateway, link, authorization, story),
    }
  })
}

export const authorizationOf = (store: Gateway['store'], paymentId: string) =>
  store.one<Authorization>('select * from authorization where payment_id = ?', paymentId)

type NewAuthorization = Pick<
  Authorization,
  | 'payment_id'
  | 'merchant'
  | 'amount'
  | 'asked_amount'
  | 'currency'
  | 'order_number'
  | 'card_tail'
  | 'masked_pan'
  | 'card_expiry'
  | 'saved_card_id'
  | 'test_mode'
>

export function insertAuthorization(store: Gateway['store'], fields: NewAuthorization): Authorization {
  const id = randomUUID()
  store.run(
    `insert into authorization (id, payment_id, merchant, amount, asked_amount, currency, order_number, card_tail, masked_pan,
       card_expiry, saved_card_id, test_mode, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    fields.payment_id,
    fields.merchant,
    fields.amount,
    fields.asked_amount,
    fields.currency,
    fields.order_number,
    fields.card_tail,
    fields.masked_pan,
    fields.card_expiry,
    fields.saved_card_id,
    fields.test_mode,
    timestamp(),
  )
  return store.one<Authorization>('select * from authorization where id = ?', id)!
}

function noteDecline(
  store: Gateway['store'],
  link: Link,
  card: Card,
  { code, reason }: NonNullable<CardStory['decline']>,
): Decline {
  const { id } = store.run(
    'insert into decline (payment_id, merchant, order_number, gateway_reason, reason, masked_pan, created_at) values (?, ?, ?, ?, ?, ?, ?)',
    link.payment_id,
    link.merchant,
    link.order_number,
    code,
    reason,
    maskedPan(card.number),
    timestamp(),
  )
  return store.one<Decline>('select * from decline where number = ?', id)!
}

function saveCard(store: Gateway['store'], link: Link, card: Card): string {
  const id = randomUUID()
  const saved: Omit<SavedCard, 'deleted_at'> = {
    id,
    merchant: link.merchant,
    payment_id: link.payment_id,
    card_tail: card.number.slice(-4),
    masked_pan: maskedPan(card.number),
    card_expiry: card.expiry,
    currency: link.currency,
    order_number: link.order_number,
    test_mode: link.test_mode,
    recurring: link.recurring,
    created_at: timestamp(),
  }
  store.run(
    `insert into saved_card (id, merchant, payment_id, card_tail, masked_pan, card_expiry, currency, order_number, test_mode,
       recurring, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(saved),
  )
  return id
}

// One krone less if possible, otherwise one more, so that both directions occur.
const otherThan = (amount: number) => (amount > 100 ? amount - 100 : amount + 100)

/** Later charges of a saved card behave like the demo card that was saved. */
export const savedCardStory = (card: SavedCard) => storyOfTail(card.card_tail)
