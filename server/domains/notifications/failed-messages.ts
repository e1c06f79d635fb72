import { type FailedMessage, kindOf } from '#contract/notifications/messages.ts'
import type { OfficeToday } from '#contract/office/today.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { members, messages } from '#server/database/schema/index.ts'
import { and, desc, eq, lt, sql } from '#server/database/sql.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { requeueMessage } from './message-state.ts'
import type { ChoiceServices } from './preferences/preferences.ts'
import { enqueueMail } from './mail/send-mail.ts'
import { enqueueWhatsapp } from './whatsapp/send-whatsapp.ts'

const PAGE = 20

/** Messages that were given up, newest first, and how many are still to be sent. */
export async function listFailed(
  db: Db,
  { before }: { before?: string | undefined },
): Promise<{ messages: FailedMessage[]; next: string | null; waiting: number }> {
  const [rows, waiting] = await Promise.all([selectFailed(db, before, PAGE + 1), countWaiting(db)])
  const shown = rows.slice(0, PAGE)
  return {
    messages: shown.map(({ message, receiver }) => ({
      id: message.id,
      channel: message.channel,
      template: message.template,
      receiver: receiver && {
        name: fullName(receiver),
        email: receiver.email,
      },
      createdAt: message.createdAt.toISOString(),
      attempts: message.attempts,
      error: message.error,
    })),
    next: rows.length > PAGE ? shown.at(-1)!.message.id : null,
    waiting,
  }
}

/** Retries a message that was given up, with all attempts; a mail keeps its Message-ID. */
export async function resendMessage(
  { whatsapp }: ChoiceServices,
  tx: Tx,
  actor: Pick<MemberActor, 'actorId'>,
  { id }: { id: string },
): Promise<{ status: 'success' }> {
  const message = await requeueMessage(tx, id)
  if (!message) throw new Problem('not_found')
  if (message.channel === 'whatsapp' && !whatsapp) throw new Problem('whatsapp_off')
  if (message.channel === 'mail') await enqueueMail(tx, message, { since: tx.now })
  else await enqueueWhatsapp(tx, message)
  await recordOperatorChange(tx, actor, { name: 'message_resent', thing: 'mail', thingId: id, label: message.template })
  return { status: 'success' }
}

/** Given-up messages, newest first, before an id; with their receivers, if they are still members. */
const selectFailed = (db: Reader, before: string | undefined, limit: number) =>
  db
    .select({
      message: messages,
      receiver: { firstName: members.firstName, lastName: members.lastName, email: members.email },
    })
    .from(messages)
    .leftJoin(members, eq(members.id, messages.memberId))
    .where(and(eq(messages.status, 'failed'), before ? lt(messages.id, before) : undefined))
    .orderBy(desc(messages.id))
    .limit(limit)

/** How many are still to be sent. */
async function countWaiting(db: Reader): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .where(sql`${messages.status} in ('waiting', 'sending')`)
  return row!.count
}

/** The messages about a club that were given up in the last 30 days: about its orders, its questions and its office; or only those of these club messages. */
const failedOfClub = (orgId: string, clubMessageIds?: readonly string[]) => sql`
  messages.status = 'failed' and messages.created_at > portal_now() - interval '30 days' and ${
    clubMessageIds
      ? sql`data->>'clubMessageId' = any(${sql.param([...clubMessageIds])}::text[])`
      : sql`(
    data->>'orgId' = ${orgId}
    or exists (select from orders where orders.id = (data->>'orderId')::uuid and orders.org_id = ${orgId})
    or exists (
      select from office_invitations where office_invitations.id = (data->>'invitationId')::uuid and office_invitations.org_id = ${orgId}))`
  }`

export async function countFailedOfClub(
  db: Reader,
  orgId: string,
  clubMessageIds?: readonly string[],
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from messages where ${failedOfClub(orgId, clubMessageIds)}`,
  )
  return rows[0]!.count
}

type FailedMail = NonNullable<OfficeToday['failedMailList']>[number]

/** The newest of them, with their receivers. */
export async function selectFailedOfClub(
  db: Reader,
  orgId: string,
  clubMessageIds?: readonly string[],
): Promise<FailedMail[]> {
  const { rows } = await db.execute<Omit<FailedMail, 'kind' | 'at'> & { template: string; created_at: Date }>(sql`
    select messages.id, template, messages.created_at, error,
      coalesce(${fullNameOf('members')}, '') as name, coalesce(members.email, office_invitations.email) as email
    from messages
    left join members on members.id = messages.member_id
    left join office_invitations on office_invitations.id = (data->>'invitationId')::uuid
    where ${failedOfClub(orgId, clubMessageIds)} order by messages.id desc limit 20`)
  return rows.map(({ template, created_at, ...row }) => ({
    ...row,
    kind: kindOf[template as keyof typeof kindOf] ?? 'account',
    at: new Date(created_at).toISOString(),
  }))
}
