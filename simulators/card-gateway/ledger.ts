import type { Gateway } from './gateway.ts'
import type { Authorization, Callback, Decline, Link, Movement, SavedCard } from './schema.ts'

interface Try {
  callback_id: number
  at: string
  milliseconds: number
  status: number | null
  error: string | null
}

/**
 * Everything that happened, newest first, optionally for one order number or, with a trailing `*`, a prefix. Shows only the last four
 * characters of an API key.
 */
export function readLedger({ store, base }: Pick<Gateway, 'store' | 'base'>, orderNumber?: string) {
  const keys = new Map(
    store
      .all<{ number: number; key_tail: string }>('select number, key_tail from merchant')
      .map(({ number, key_tail }) => [number, key_tail]),
  )
  const merchant = (number: number) => ({ merchantNumber: number, apiKeyEndsWith: keys.get(number) ?? '' })
  const only = orderNumber?.replace(/[?[]|\*(?!$)/g, '[$&]') ?? null
  const most = only === null ? 500 : 10_000
  const byOrder = '(? is null or order_number glob ?)'

  const links = store.all<Link>(`select * from link where ${byOrder} order by rowid desc limit ?`, only, only, most)
  const authorizations = store.all<Authorization>(
    `select * from authorization where ${byOrder} order by number desc limit ?`,
    only,
    only,
    most,
  )
  const declines = store.all<Decline & { merchant: number }>(
    `select * from decline where ${byOrder} order by number desc limit ?`,
    only,
    only,
    most,
  )
  const ofPayments = `(? is null or payment_id in (select payment_id from link where order_number glob ?))`
  const savedCards = store.all<SavedCard>(
    `select * from saved_card where ${byOrder} order by rowid desc limit ?`,
    only,
    only,
    most,
  )
  const callbacks = store.all<Callback>(
    `select * from callback where ${ofPayments} order by id desc limit ?`,
    only,
    only,
    most,
  )
  const tries = store.all<Try>(
    'select * from callback_try where callback_id >= ? order by id',
    callbacks.at(-1)?.id ?? 0,
  )
  const movements = store.all<Movement>(
    `select * from movement where ? is null or authorization_id in (select id from authorization where order_number glob ?) order by rowid desc limit ?`,
    only,
    only,
    most * 2,
  )
  const orderOf = new Map(authorizations.map(({ id, order_number }) => [id, order_number]))
  const moved = (kind: Movement['kind']) =>
    movements
      .filter((movement) => movement.kind === kind)
      .map((movement) => ({
        identifier: movement.id,
        authorizationIdentifier: movement.authorization_id,
        orderNumber: orderOf.get(movement.authorization_id) ?? null,
        amount: movement.amount,
        comment: movement.comment,
        isSuccess: movement.success === 1,
        message: movement.message,
        answer: movement.answer,
        at: movement.created_at,
      }))

  return {
    links: links.map((link) => ({
      ...merchant(link.merchant),
      paymentIdentifier: link.payment_id,
      paymentWindowLink: `${base}/window/${link.payment_id}`,
      orderNumber: link.order_number,
      amount: link.amount,
      currency: link.currency,
      saveCard: link.save_card === 1,
      testMode: link.test_mode === 1,
      createdAt: link.created_at,
      expiresAt: link.expires_at,
    })),
    authorizations: authorizations.map((authorization) => ({
      ...merchant(authorization.merchant),
      authorizationIdentifier: authorization.id,
      paymentIdentifier: authorization.payment_id,
      orderNumber: authorization.order_number,
      amount: authorization.amount,
      askedAmount: authorization.asked_amount,
      currency: authorization.currency,
      maskedPan: authorization.masked_pan,
      savedCardIdentifier: authorization.saved_card_id,
      testMode: authorization.test_mode === 1,
      createdAt: authorization.created_at,
      capturedAt: authorization.captured_at,
      creditedAt: authorization.credited_at,
      voidedAt: authorization.voided_at,
    })),
    declines: declines.map((decline) => ({
      ...merchant(decline.merchant),
      paymentIdentifier: decline.payment_id,
      orderNumber: decline.order_number,
      gatewayReason: decline.gateway_reason,
      reason: decline.reason,
      maskedPan: decline.masked_pan,
      at: decline.created_at,
    })),
    captures: moved('capture'),
    voids: moved('void'),
    credits: moved('credit'),
    savedCards: savedCards.map((card) => ({
      ...merchant(card.merchant),
      savedCardIdentifier: card.id,
      orderNumber: card.order_number,
      maskedPan: card.masked_pan,
      createdAt: card.created_at,
      deletedAt: card.deleted_at,
    })),
    callbacks: callbacks.map((callback) => ({
      id: callback.id,
      kind: callback.kind,
      state: callback.state,
      paymentIdentifier: callback.payment_id,
      // Without the query, which contains the shop's token.
      url: callback.url.split('?')[0]!,
      body: callback.body,
      createdAt: callback.created_at,
      tries: tries
        .filter((one) => one.callback_id === callback.id)
        .map(({ at, milliseconds, status, error }) => ({ at, milliseconds, status, error })),
    })),
  }
}

export type Ledger = ReturnType<typeof readLedger>
