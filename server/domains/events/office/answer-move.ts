import type { Parsed } from '#contract/endpoint.ts'
import type { KeepOrRefund, WhenAndWhere } from '#contract/events/move.ts'
import type { MoveAnswers, moveAnswers, MoveQuestion } from '#contract/events/move-answers.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { eventMoveAnswers, eventMoves } from '#server/database/schema/index.ts'
import { readSignedToken, type Secrets, signedToken } from '#server/database/secrets.ts'
import { desc, eq, sql, type SQL } from '#server/database/sql.ts'
import { languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { causes, type LineItemHandlers, lockOrder, refundLines } from '#server/domains/orders/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { type PlacedEvent, whenAndPlaceOf, whenAndWhereOf } from '../moved-words.ts'
import { isAskedBy, knownBefore, lastMoveOf } from '../tickets/queries.ts'
import { showTicket } from '../tickets/show-tickets.ts'
import type { EventClub } from './edited-event.ts'
import { findEvent } from './registrations.ts'

export interface MoveServices {
  readonly secrets: Secrets
  readonly lineHandlers: LineItemHandlers
}

const PURPOSE = 'event-move'

/** Lets whoever holds a mail answer for its receiver without signing in, until the day that the club set. */
export const moveToken = (secrets: Secrets, { moveId, memberId }: Asked): string =>
  signedToken(secrets, PURPOSE, moveId, memberId)

interface Asked {
  readonly moveId: string
  readonly memberId: string
}

/** Throws `move_link_invalid` for what we did not sign. */
function readToken(secrets: Secrets, token: string): Asked {
  const [moveId, memberId] = readSignedToken(secrets, PURPOSE, token) ?? []
  if (!moveId || !memberId) throw new Problem('move_link_invalid')
  return { moveId, memberId }
}

/** A ticket of a moved event, with the answer. */
interface AskedTicket extends Record<string, unknown> {
  readonly entryId: string
  readonly lineId: string
  readonly orderId: string
  readonly status: string
  readonly name: string
  readonly buyer: string
  readonly category: LocalText
  readonly total: number
  readonly currency: string
  readonly isUsed: boolean
  readonly answer: KeepOrRefund | null
}

interface AskedMove extends PlacedEvent, Record<string, unknown> {
  readonly eventId: string
  readonly orgKey: string
  readonly club: string
  readonly title: LocalText
  readonly texts: LocalText | null
  readonly until: string
  readonly isOver: boolean
  /** Null: they have no place any more. */
  readonly before: WhenAndWhere | null
}

/** The tickets that a move asks about. */
const askedTickets = (moveId: SQL, which: SQL) => sql`
  select moves.id as "moveId", entries.id as "entryId", lines.id as "lineId", entries.order_id as "orderId", entries.status, lines.member_name as name,
    ${fullNameOf('buyers')} as buyer, categories.name_texts as category, (lines.total + coalesce(entries.hand_amount, 0))::float8 as total,
    orders.currency, entries.present_at is not null as "isUsed", answers.answer
  from event_moves moves
  join event_entries entries on entries.event_id = moves.event_id
  join order_lines lines on lines.entry_id = entries.id
  join orders on orders.id = entries.order_id
  join members buyers on buyers.id = orders.buyer_id
  join event_categories categories on categories.id = entries.category_id
  left join event_move_answers answers on answers.move_id = moves.id and answers.entry_id = entries.id
  where moves.id = ${moveId}
    and ${isAskedBy(sql`moves.id`, { status: sql`entries.status`, createdAt: sql`entries.created_at`, answer: sql`answers.answer` })} and ${which}`

/** A member answers for what they bought, and for a free ticket of theirs. */
const answeredBy = (memberId: string) =>
  sql`(orders.buyer_id = ${memberId}::uuid or entries.member_id = ${memberId}::uuid and lines.total = 0)`

/** When somebody took their first place at the event of `moves`. */
const firstPlaceOf = (memberId: string) => sql`(
  select min(entries.created_at) from event_entries entries
  join order_lines lines on lines.entry_id = entries.id join orders on orders.id = entries.order_id
  where entries.event_id = moves.event_id and ${answeredBy(memberId)})`

/** Those of some moves that ask somebody about a ticket. */
export async function selectAsking(db: Reader, moveIds: readonly string[], memberId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ moveId: string }>(sql`
    select distinct "moveId" from (${askedTickets(sql`any(${sql.param([...moveIds])}::uuid[])`, answeredBy(memberId))}) asked`)
  return new Set(rows.map(({ moveId }) => moveId))
}

/** The question behind a link. Opening it changes nothing, because mail scanners open links, too. */
export async function showMove(
  { secrets }: Pick<MoveServices, 'secrets'>,
  db: Reader,
  { token }: { readonly token: string },
): Promise<MoveQuestion> {
  const { moveId, memberId } = readToken(secrets, token)
  const member = await selectOptionalMember(db, memberId)
  const { rows } = await db.execute<AskedMove>(sql`
    select moves.event_id as "eventId", organisations.key as "orgKey", organisations.name as club, title_texts as title, texts,
      keep_until as until, keep_until <= portal_now() or events.status <> 'published' as "isOver",
      (${knownBefore(sql`moves.event_id`, firstPlaceOf(memberId))}) as before, events.starts_at as "startsAt", events.ends_at as "endsAt", time_zone as "timeZone",
      place_texts as "placeTexts", events.address
    from event_moves moves
    join events on events.id = moves.event_id
    join organisations on organisations.id = moves.org_id
    where moves.id = ${moveId} and keep_until is not null`)
  const [move] = rows
  if (!move || !member?.enabled) throw new Problem('move_link_invalid')
  const language = languageOf(member)
  const { rows: tickets } = await db.execute<AskedTicket>(sql`
    ${askedTickets(sql`${moveId}::uuid`, answeredBy(memberId))} order by lines.position, entries.id limit 200`)
  const { orgKey, eventId, club, title, before, texts, until, isOver } = move
  const now = whenAndWhereOf(move)
  return {
    orgKey,
    eventId,
    club,
    language,
    title: textIn(title, language),
    was: whenAndPlaceOf(before ?? now, language),
    is: whenAndPlaceOf(now, language),
    text: texts ? textIn(texts, language) : '',
    until: new Date(until).toISOString(),
    isOver,
    // One that is used is kept.
    tickets: tickets
      .filter(({ isUsed }) => !isUsed)
      .map(({ entryId, name, category, total, currency, answer }) => ({
        entryId,
        name,
        category: textIn(category, language),
        amount: { minor: total, currency },
        answer,
      })),
  }
}

/** Keeps or refunds a ticket by a link. */
export async function answerByLink(
  services: MoveServices,
  db: Db,
  { token, entryId, answer }: Parsed<typeof moveAnswers.answer>,
): Promise<MoveQuestion> {
  const { moveId, memberId } = readToken(services.secrets, token)
  await inTransaction(db, (tx) =>
    answerMove(services, tx, { moveId, memberId, actorId: memberId }, { entryId, answer }),
  )
  return showMove(services, db, { token })
}

/** Keeps or refunds a ticket of the last move, for somebody who is signed in. */
export async function answerTicket(
  services: MoveServices,
  db: Db,
  actor: MemberActor,
  { entryId, answer }: Parsed<typeof moveAnswers.ofTicket>,
): Promise<Ticket> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      lastMoveOf(sql`(select event_id from event_entries where id = ${entryId}::uuid)`),
    )
    if (!rows[0]) throw new Problem('not_found')
    await answerMove(
      services,
      tx,
      { moveId: rows[0].id, memberId: actor.memberId, actorId: actor.actorId },
      { entryId, answer },
    )
  })
  return showTicket(services.secrets, db, actor, entryId)
}

/**
 * Writes down an answer; a refund is requested in the same transaction. Whoever keeps a ticket may still have the money back until the day is
 * over; a refund is final. Two answers at once meet at the order's lock.
 */
async function answerMove(
  { lineHandlers }: Pick<MoveServices, 'lineHandlers'>,
  tx: Tx,
  { moveId, memberId, actorId }: Asked & { readonly actorId: string },
  { entryId, answer }: { readonly entryId: string; readonly answer: KeepOrRefund },
): Promise<void> {
  const which = sql`entries.id = ${entryId}::uuid and ${answeredBy(memberId)}`
  const select = async () => (await tx.execute<AskedTicket>(askedTickets(sql`${moveId}::uuid`, which))).rows[0]
  const found = await select()
  if (!found) throw new Problem('not_found')
  await lockOrder(tx, found.orderId)
  const ticket = await select()
  if (!ticket) throw new Problem('not_found')
  if (ticket.answer === answer) return
  if (ticket.answer === 'refund' || ticket.isUsed) throw new Problem('move_answered')
  const [move] = await tx.select().from(eventMoves).where(eq(eventMoves.id, moveId))
  if (move!.keepUntil! <= tx.now || !(await isPublished(tx, move!.eventId)))
    throw new Problem('move_answer_late', { data: { until: move!.keepUntil!.toISOString() } })
  await tx
    .insert(eventMoveAnswers)
    .values({ moveId, entryId, answer, answeredBy: actorId, answeredAt: tx.now })
    .onConflictDoUpdate({
      target: [eventMoveAnswers.moveId, eventMoveAnswers.entryId],
      set: { answer, answeredBy: actorId, answeredAt: tx.now },
    })
  if (answer === 'refund')
    await refundLines(
      lineHandlers,
      tx,
      { orgId: move!.orgId, actorId, reason: causes.moved },
      { orderId: ticket.orderId, lineIds: [ticket.lineId] },
    )
  crashPoint('move.answering')
}

async function isPublished(tx: Tx, eventId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from events where id = ${eventId} and status = 'published'`)
  return rows.length > 0
}

/** The answers to the last move of an event. Throws `not_found` if it was not moved. */
export async function listMoveAnswers(
  db: Reader,
  { organisation }: OfficeCaller<EventClub>,
  { eventId }: { readonly eventId: string },
): Promise<MoveAnswers> {
  await findEvent(db, organisation.id, eventId)
  const [move] = await db
    .select()
    .from(eventMoves)
    .where(eq(eventMoves.eventId, eventId))
    .orderBy(desc(eventMoves.id))
    .limit(1)
  if (!move) throw new Problem('not_found')
  const { rows } = await db.execute<AskedTicket>(sql`
    select * from (${askedTickets(sql`${move.id}::uuid`, sql`true`)}) asked order by answer nulls first, danish_order(name), "entryId"`)
  const count = (answer: KeepOrRefund | null) => rows.filter((row) => row.answer === answer).length
  return {
    texts: move.texts,
    at: move.createdAt.toISOString(),
    until: move.keepUntil?.toISOString() ?? null,
    counts: { keep: count('keep'), refund: count('refund'), none: count(null) },
    people: rows.slice(0, 500).map(({ entryId, name, buyer, answer }) => ({ entryId, name, buyer, answer })),
  }
}
