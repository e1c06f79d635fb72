import type { SavedCard } from '#contract/memberships/memberships.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { memberships, payments, savedCards } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, asc, eq, sql } from '#server/database/sql.ts'
import { type OrderRow, renewPaidJob, selectOrder, type LineItemHandlers } from '#server/domains/orders/index.ts'
import {
  forgetSavedCard,
  type Gateway,
  keyOf,
  lockCard,
  type PaymentRow,
  selectCardsByIdentifier,
  selectConfiguration,
  selectOptionalCard,
  selectSavedCards,
} from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { Logger } from '#server/http/log.ts'
import { Problem } from '#server/http/problem.ts'
import { handle } from '#server/jobs/queue.ts'
import { lockChargesOfOrder, updateCharge } from './charge-queries.ts'
import { transitionCharge } from './charge-state.ts'
import { selectMembershipsOfOrder, selectRenewedBy, claimUnusedCards, updateRenewal } from './renewal-queries.ts'
import { withdrawMemberships } from './switch-renewal.ts'

/** Deletes a card of the caller here and at the gateway; the memberships it would have renewed end normally. */
export async function forgetCard(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  actor: MemberActor,
  { cardId }: { cardId: string },
): Promise<{ status: 'success' }> {
  const found = await selectOptionalCard(tx, cardId)
  if (found?.memberId !== actor.memberId || found.deletedAt) throw new Problem('not_found')
  const renewed = (await selectRenewedBy(tx, [found.savedCardIdentifier])).map((one) => one.membershipId)
  if ((await withdrawMemberships(lineHandlers, tx, renewed, 'card deleted')).isPaying)
    throw new Problem('payment_in_progress', { retryAfter: 2 })
  await updateRenewal(tx, renewed, null)
  await lockCard(tx, cardId)
  await forgetSavedCard(tx, cardId)
  return { status: 'success' }
}

/**
 * Ends what a person's cards renew and what others' cards renew for them, and deletes the cards.
 * @returns false, with something left, while a payment is in progress
 */
export async function endRenewalsOf(lineHandlers: LineItemHandlers, tx: Tx, memberId: string): Promise<boolean> {
  const cards = await selectSavedCards(tx, memberId)
  const byCard = await selectRenewedBy(
    tx,
    cards.map((card) => card.savedCardIdentifier),
  )
  const own = await tx.select({ id: memberships.id }).from(memberships).where(eq(memberships.memberId, memberId))
  const renewed = [...new Set([...byCard.map(({ membershipId }) => membershipId), ...own.map(({ id }) => id)])]
  if ((await withdrawMemberships(lineHandlers, tx, renewed, 'person erased')).isPaying) return false
  await updateRenewal(tx, renewed, null)
  for (const { id } of cards) {
    await lockCard(tx, id)
    await forgetSavedCard(tx, id)
  }
  return true
}

export interface EndedRenewal {
  readonly membershipId: string
  readonly card: string
}

/**
 * Ends what cards renew for somebody at a club, and withdraws what was announced. Throws `payment_in_progress`.
 * @param ofPayer also what their own cards renew there for others
 * @returns what ended, for `restoreRenewals`
 */
export async function endRenewalAt(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  { orgId, memberId, ofPayer }: { readonly orgId: string; readonly memberId: string; readonly ofPayer: boolean },
): Promise<EndedRenewal[]> {
  const cards = ofPayer ? await selectSavedCards(tx, memberId, orgId) : []
  const { rows } = await tx.execute<{ membershipId: string; card: string | null; renews: boolean }>(sql`
    select id as "membershipId", saved_card_identifier as card, auto_renewal as renews from memberships
    where org_id = ${orgId}::uuid and (member_id = ${memberId}::uuid
      or saved_card_identifier = any(${sql.param(cards.map((one) => one.savedCardIdentifier))}::text[])) order by id`)
  const ids = rows.map(({ membershipId }) => membershipId)
  if ((await withdrawMemberships(lineHandlers, tx, ids, 'left the club')).isPaying)
    throw new Problem('payment_in_progress', { retryAfter: 2 })
  const renewed = rows.flatMap(({ membershipId, card, renews }) => (renews && card ? [{ membershipId, card }] : []))
  await updateRenewal(
    tx,
    renewed.map(({ membershipId }) => membershipId),
    null,
  )
  return renewed
}

/** Switches on again what `endRenewalAt` ended, with cards that are still saved. What was withdrawn is announced anew. */
export async function restoreRenewals(tx: Tx, ended: readonly EndedRenewal[]): Promise<void> {
  for (const { membershipId, card } of ended) {
    const [saved] = await selectCardsByIdentifier(tx, [card])
    if (saved && !(await lockCard(tx, saved.id)).deletedAt) await updateRenewal(tx, [membershipId], card)
  }
}

const CHUNK = 500

/** Deletes cards that have renewed nothing for a day. @returns how many */
export async function deleteUnusedCards(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ids = await claimUnusedCards(tx, CHUNK)
    for (const id of ids) await forgetSavedCard(tx, id)
    return ids.length
  })
}

/** The caller's saved cards, newest first, with what each renews. */
export async function listSavedCards(db: Db, { memberId }: MemberActor): Promise<SavedCard[]> {
  const cards = await selectSavedCards(db, memberId)
  if (cards.length === 0) return []
  const renewed = await selectRenewedBy(
    db,
    cards.map((card) => card.savedCardIdentifier),
  )
  return cards.map(({ id, orgId, label, expires, createdAt, savedCardIdentifier }) => ({
    id,
    orgId,
    label,
    expires,
    savedAt: createdAt.toISOString(),
    renews: renewed
      .filter(({ card }) => card === savedCardIdentifier)
      .map(({ membershipId, memberName }) => ({ membershipId, memberName })),
  }))
}

interface KeepServices {
  readonly db: Db
  readonly log: Logger
  readonly secrets: Secrets
  readonly gateway: Gateway
}

/**
 * Follows the settlement of an order whose buyer agreed to renewals: ends its charge, saves the card, and switches
 * renewal on.
 */
export const renewPaidHandler = (services: KeepServices) =>
  handle(renewPaidJob, async ({ orderId }) => {
    const order = await selectOrder(services.db, orderId)
    if (order.status !== 'paid' && order.status !== 'refunded') return
    await inTransaction(services.db, (tx) => endCharge(tx, orderId))
    if (order.status === 'paid' && order.autoRenewal) await keepCard(services, order)
  })

async function endCharge(tx: Tx, orderId: string): Promise<void> {
  for (const { id } of await lockChargesOfOrder(tx, orderId)) {
    await transitionCharge(tx, id, 'paid', 'order paid')
    await updateCharge(tx, id, { nextTry: null })
  }
}

/**
 * Saves a reported card after reading it at the gateway with the club's key. It must belong to the payment of this
 * order.
 */
async function keepCard({ db, log, secrets, gateway }: KeepServices, order: OrderRow): Promise<void> {
  const payment = await selectOptionalCapturedPayment(db, order.id)
  const identifier = payment?.savedCardIdentifier
  // Paid with a card that is saved already.
  if (!identifier || payment.paymentIdentifier === null) return
  const [known] = await selectCardsByIdentifier(db, [identifier])
  if (known) return
  const key = keyOf(secrets, await selectConfiguration(db, order.orgId, payment.provider))
  const card = await gateway.readCard(key, identifier)
  const fits =
    card?.orderNumber === order.number &&
    (card.paymentIdentifier === null || card.paymentIdentifier === payment.paymentIdentifier)
  if (!card || !fits) {
    log.warn({ orderId: order.id }, 'Payment refers to a saved card of another member')
    return
  }
  await inTransaction(db, async (tx) => {
    const kept = {
      orgId: order.orgId,
      memberId: order.buyerId,
      savedCardIdentifier: identifier,
      label: groupsOfFour(card.maskedPan),
      expires: `20${card.expiry.slice(0, 2)}-${card.expiry.slice(2)}`,
    }
    if (await insertCard(tx, kept)) await updateRenewal(tx, await selectMembershipsOfOrder(tx, order.id), identifier)
  })
}

const groupsOfFour = (pan: string): string => pan.replace(/(.{4})(?=.)/g, '$1 ')

/** @returns false if somebody already has the card */
async function insertCard(
  tx: Tx,
  values: Pick<typeof savedCards.$inferSelect, 'orgId' | 'memberId' | 'savedCardIdentifier' | 'label' | 'expires'>,
): Promise<boolean> {
  const rows = await tx
    .insert(savedCards)
    .values({ id: newId(), ...values })
    .onConflictDoNothing({ target: [savedCards.provider, savedCards.savedCardIdentifier] })
    .returning({ id: savedCards.id })
  return rows.length === 1
}

async function selectOptionalCapturedPayment(db: Reader, orderId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'captured')))
    .orderBy(asc(payments.id))
    .limit(1)
  return row ?? null
}
