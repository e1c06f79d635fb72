import type { Parsed } from '#contract/endpoint.ts'
import type { Filter } from '#contract/filters.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type {
  ClubMessage,
  clubMessages as endpoints,
  LeftOut,
  MessageAudience,
  MessagePreview,
} from '#contract/notifications/club-messages.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { clubMessages, events } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql, type SQL } from '#server/database/sql.ts'
import { hashToken } from '#server/database/secrets.ts'
import { formatList } from '#server/documents/format.ts'
import { delayAction, delayedHandler, delayedJob, recordOfficeChange, stopAction } from '#server/domains/audit/index.ts'
import { fullName, hasDied, languageOf, selectNames, selectOptionalMember } from '#server/domains/members/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import * as m from '#words/messages.js'
import { broadcast } from './bell/broadcast.ts'
import { clubMail, type MailDraft } from './mail/build-mail.ts'
import { enqueueMails } from './mail/send-mail.ts'
import { requeueMessages } from './message-state.ts'

type MessageRow = typeof clubMessages.$inferSelect

const sendLater = delayedJob('notifications.message-when-not-stopped')

/** Texts as they were typed. An English one that is blank is left out. */
interface Written {
  readonly da: string
  readonly en?: string | undefined
}

const localText = ({ da, en }: Written): LocalText => ({ da, ...(en?.trim() && { en }) })

interface NewMessage {
  readonly audience: MessageAudience
  /** Null: about no event. */
  readonly eventId: string | null
  readonly subject: Written
  readonly body: Written
  readonly filter: Filter | undefined
  readonly token: string
  readonly people: People
}

/** A query of whom a message is about: `person_id`, `reader_id`, who reads for them, and `left_out`, why nobody should. */
type People = SQL

/** Nobody is written to about whoever has died, or has nobody who reads. */
const sorted = (people: People): SQL => sql`
  select person_id, reader_id, case when ${hasDied(sql`person_id`)} then 'died' when left_out is not null then left_out
    when reader_id is null then 'no_email' end as left_out
  from (${people}) people`

/** Each reader once, with those whom they read for. */
const readersOf = (people: People): SQL => sql`
  select reader_id, array_agg(distinct person_id) as about from (${sorted(people)}) people where left_out is null group by reader_id`

/**
 * Writes a message to a list of readers, which goes out in a minute. Whoever knows the source of the list chooses them. Idempotent by token.
 */
export async function sendToMany(
  tx: Tx,
  caller: OfficeCaller,
  { audience, eventId, subject, body, filter, token, people }: NewMessage,
): Promise<{ messageId: string; readers: number }> {
  const { actor, organisation } = caller
  const [written] = await tx
    .insert(clubMessages)
    .values({
      id: newId(),
      orgId: organisation.id,
      audience,
      eventId,
      subject: localText(subject),
      body: localText(body),
      filter: filter ?? null,
      tokenHash: hashToken([organisation.id, actor.actorId, token].join('\0')),
      createdBy: actor.actorId,
    })
    .onConflictDoNothing()
    .returning({ id: clubMessages.id })
  if (!written) return selectWritten(tx, [organisation.id, actor.actorId, token].join('\0'))
  const { rowCount } = await tx.execute(sql`
    insert into club_message_readers (message_id, reader_id, about)
    select ${written.id}::uuid, reader_id, about from (${readersOf(people)}) readers order by reader_id`)
  if (!rowCount) throw new Problem('nobody_to_write')
  await delayAction(tx, caller, {
    kind: 'message',
    thingId: written.id,
    label: subject.da,
    payload: {},
    job: sendLater,
  })
  return { messageId: written.id, readers: rowCount }
}

async function selectWritten(tx: Tx, token: string) {
  const { rows } = await tx.execute<{ messageId: string; readers: number }>(sql`
    select id as "messageId", (select count(*)::int from club_message_readers where message_id = id) as readers
    from club_messages where token_hash = ${hashToken(token)}`)
  return rows[0]!
}

/** Nobody reads the message. Throws `forbidden` for one to members where the caller does not write to these. */
export async function stopMessage(tx: Tx, caller: OfficeCaller, { actionId }: { readonly actionId: string }) {
  const [{ thingId }] = await stopAction(tx, caller, { actionId, kind: 'message' })
  const { actor, organisation } = caller
  const toMembers = await selectToMembers(tx, [thingId])
  if (toMembers.has(thingId) && !hasScope(actor, 'members.write', organisation.key, 'write'))
    throw new Problem('forbidden')
  await recordStopped(tx, thingId)
  await record(tx, caller, thingId, 'message_stopped')
}

/** Those of these messages that go to people of the register. */
export async function selectToMembers(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: clubMessages.id })
    .from(clubMessages)
    .where(and(inArray(clubMessages.id, [...ids]), eq(clubMessages.audience, 'members')))
  return new Set(rows.map(({ id }) => id))
}

const recordStopped = (tx: Tx, id: string) =>
  tx.update(clubMessages).set({ stoppedAt: tx.now }).where(eq(clubMessages.id, id))

/** Sends the messages that were not stopped: notifies all readers in one statement, and mails them in parts. */
export const clubMessageHandler = (db: Db) =>
  delayedHandler(
    db,
    sendLater,
    'messages.send',
    async (tx, { thingId: id, orgId, actorId }) => {
      const [message] = await tx.update(clubMessages).set({ sentAt: tx.now }).where(eq(clubMessages.id, id)).returning()
      const club = await selectOrganisation(tx, orgId)
      const { audience, subject, body, eventId } = message!
      const people = await broadcast(tx, {
        onceKey: fanOutKey(id),
        texts: (locale) => ({ title: `${club.name}: ${textIn(subject, locale)}`, message: textIn(body, locale) }),
        receivers: sql`select reader_id as member_id, about as people from club_message_readers where message_id = ${id}`,
        ...(audience === 'members'
          ? { type: 'CONTACT_US', data: { orgId, clubMessageId: id } }
          : {
              type: 'EVENT_REGISTRATION',
              data: { orgKey: club.key, eventId, ...(audience === 'waiting' && { waits: true }) },
            }),
        mail: {
          template: audience === 'members' ? 'member-message' : 'club-message',
          data: { orgId, clubMessageId: id },
        },
      })
      await record(tx, { actor: { actorId }, organisation: club }, id, 'messaged', { people })
    },
    async (tx, { thingId }) => {
      await recordStopped(tx, thingId)
    },
  )

const fanOutKey = (id: string) => `club-message:${id}`

type By = Parameters<typeof recordOfficeChange>[1]

async function record(
  tx: Tx,
  by: By,
  id: string,
  what: 'messaged' | 'message_stopped' | 'message_retried',
  after: Record<string, unknown> = {},
): Promise<void> {
  const { rows } = await tx.execute<{
    audience: MessageAudience
    eventId: string | null
    label: string
    subject: string
  }>(sql`
    select audience, events.id as "eventId", coalesce(events.title, subject ->> 'da') as label, subject ->> 'da' as subject
    from club_messages left join events on events.id = event_id where club_messages.id = ${id}`)
  const { audience, eventId, label, subject } = rows[0]!
  const name = `${audience}_${what}` as const
  const thing = eventId ? ({ thing: 'event', thingId: eventId } as const) : ({ thing: 'member' } as const)
  await recordOfficeChange(tx, by, { name, ...thing, label, after: { subject, ...after } })
}

/** The readers of messages with the state of their mails. What was deleted long after it was sent counts as sent. */
const mailsOf = (id: SQL) => sql`
  select readers.reader_id, messages.id as mail_id, error,
    coalesce(messages.status, case
      when readers.reader_id <= fan_outs.mailed_up_to or fan_outs.id is null and written.sent_at is not null then 'sent' else 'waiting'
    end) as status
  from club_message_readers readers join club_messages written on written.id = readers.message_id
  left join fan_outs on fan_outs.once_key = 'club-message:' || readers.message_id
  left join messages on messages.once_key = 'fan-out:' || fan_outs.id || ':' || readers.reader_id
  where readers.message_id = ${id}`

const PAGE = 10

/** Whether a caller may filter so; a later domain knows the fields. */
export type MayFilter = (caller: OfficeCaller, filter: Filter | null) => boolean

/** The messages about an event, newest first. */
export async function listClubMessages(
  mayFilter: MayFilter,
  db: Reader,
  caller: OfficeCaller,
  { eventId, before }: Parsed<typeof endpoints.list>,
): Promise<{ messages: ClubMessage[]; next: string | null }> {
  const [event] = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.orgId, caller.organisation.id)))
  if (!event) throw new Problem('event_not_found')
  return pageOf(mayFilter, db, caller, { which: sql`event_id = ${eventId}`, before })
}

/** The messages to people of the register, newest first. */
export const listMemberMessages = (
  mayFilter: MayFilter,
  db: Reader,
  caller: OfficeCaller,
  { before }: Parsed<typeof endpoints.toMembers>,
) => {
  const which = sql`club_messages.org_id = ${caller.organisation.id} and audience = 'members'`
  return pageOf(mayFilter, db, caller, { which, before })
}

async function pageOf(
  mayFilter: MayFilter,
  db: Reader,
  caller: OfficeCaller,
  { which, before }: { readonly which: SQL; readonly before: string | undefined },
): Promise<{ messages: ClubMessage[]; next: string | null }> {
  const { rows } = await db.execute<
    Pick<MessageRow, 'id' | 'audience' | 'eventId' | 'subject' | 'body' | 'filter'> &
      Pick<ClubMessage, 'by' | 'readers' | 'sent' | 'failed' | 'unwanted'> & {
        created_at: string
        waits: boolean
        is_stopped: boolean
      }
  >(sql`
    select club_messages.id, audience, event_id as "eventId", subject, body, filter, ${fullNameOf('members')} as by, club_messages.created_at,
      sent_at is null as waits, stopped_at is not null as is_stopped, figures.*
    from club_messages join members on members.id = created_by
    cross join lateral (
      select count(*)::int as readers, count(*) filter (where status = 'sent')::int as sent,
        count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'unwanted')::int as unwanted
      from (${mailsOf(sql`club_messages.id`)}) mails
    ) figures
    where ${which} and ${before ? sql`club_messages.id < ${before}` : sql`true`}
    order by club_messages.id desc limit ${PAGE + 1}`)
  const shown = rows.slice(0, PAGE)
  return {
    messages: shown.map(({ created_at, waits, is_stopped, filter, ...row }) => ({
      ...row,
      filter: filter && mayFilter(caller, filter) ? JSON.stringify(filter) : null,
      createdAt: new Date(created_at).toISOString(),
      state: is_stopped
        ? 'stopped'
        : waits
          ? 'waiting'
          : row.sent + row.failed + row.unwanted < row.readers
            ? 'sending'
            : 'sent',
    })),
    next: rows.length > PAGE ? shown.at(-1)!.id : null,
  }
}

type Which = Parsed<typeof endpoints.failures>

/** Whether a caller may know who reads a message: one to members is for those who write to these, and may filter them so. */
const seesReaders = (
  mayFilter: MayFilter,
  caller: OfficeCaller,
  { audience, filter }: Pick<MessageRow, 'audience' | 'filter'>,
): boolean =>
  (audience !== 'members' || hasScope(caller.actor, 'members.write', caller.organisation.key)) &&
  mayFilter(caller, filter)

/** Throws `not_found` for a message of another club, and for one whose readers the caller may not know. */
async function requireMessage(
  mayFilter: MayFilter,
  db: Reader,
  caller: OfficeCaller,
  { messageId }: Which,
): Promise<void> {
  const [row] = await db
    .select({ audience: clubMessages.audience, filter: clubMessages.filter })
    .from(clubMessages)
    .where(and(eq(clubMessages.id, messageId), eq(clubMessages.orgId, caller.organisation.id)))
  if (!row || !seesReaders(mayFilter, caller, row)) throw new Problem('not_found')
}

/** The messages of the caller's club in the last month whose readers they may know. */
export async function selectMessagesSeen(mayFilter: MayFilter, db: Reader, caller: OfficeCaller): Promise<string[]> {
  const rows = await db
    .select({ id: clubMessages.id, audience: clubMessages.audience, filter: clubMessages.filter })
    .from(clubMessages)
    .where(and(eq(clubMessages.orgId, caller.organisation.id), sql`created_at > portal_now() - interval '31 days'`))
  return rows.filter((row) => seesReaders(mayFilter, caller, row)).map(({ id }) => id)
}

export async function listFailedReaders(mayFilter: MayFilter, db: Reader, caller: OfficeCaller, which: Which) {
  await requireMessage(mayFilter, db, caller, which)
  const { rows } = await db.execute<{ name: string; email: string; error: string }>(sql`
    select ${fullNameOf('members')} as name, coalesce(members.email, '') as email, error
    from (${mailsOf(sql`${which.messageId}::uuid`)}) mails join members on members.id = reader_id
    where status = 'failed' order by danish_order(${fullNameOf('members')}), members.id limit 200`)
  return rows
}

/** Sends the mails again that were given up, each with all its attempts. */
export async function retryFailedReaders(
  mayFilter: MayFilter,
  tx: Tx,
  caller: OfficeCaller,
  which: Which,
): Promise<{ retried: number }> {
  await requireMessage(mayFilter, tx, caller, which)
  const { rows } = await tx.execute<{ id: string }>(
    sql`select mail_id as id from (${mailsOf(sql`${which.messageId}::uuid`)}) mails where status = 'failed'`,
  )
  const ids = await requeueMessages(
    tx,
    rows.map(({ id }) => id),
  )
  await enqueueMails(tx, ids, tx.now)
  if (ids.length > 0) await record(tx, caller, which.messageId, 'message_retried', { people: ids.length })
  return { retried: ids.length }
}

/** Who would read a message, for whom nobody is written to, and our words around its text for one of them. */
export async function previewMessage(
  db: Reader,
  { organisation }: OfficeCaller,
  {
    audience,
    eventId,
    people,
    readerId,
  }: Pick<NewMessage, 'audience' | 'eventId' | 'people'> & { readonly readerId?: string | undefined },
): Promise<MessagePreview> {
  const { rows } = await db.execute<{ id: string; about: string[]; name: string; isEnglish: boolean }>(sql`
    select members.id, about, ${fullNameOf('members')} as name, coalesce(language, used_language, 'da') = 'en' as "isEnglish"
    from (${readersOf(people)}) readers join members on members.id = reader_id
    order by danish_order(${fullNameOf('members')}), members.id`)
  const { rows: leftOut } = await db.execute<{ reason: LeftOut; count: number; names: string[] }>(sql`
    select reason, count(*)::int as count, (array_agg(name order by danish_order(name)))[:20] as names from (
      select distinct members.id, ${fullNameOf('members')} as name, left_out as reason
      from (${sorted(people)}) people join members on members.id = person_id where left_out is not null
    ) named group by reason order by reason`)
  const chosen = rows.find(({ id }) => id === readerId) ?? rows[0]
  const message = { orgId: organisation.id, audience, eventId, subject: { da: '' }, body: { da: '' } }
  const draft = chosen && (await draftFor(db, '', message, { readerId: chosen.id, about: chosen.about }))
  return {
    readers: rows.length,
    people: new Set(rows.flatMap(({ about }) => about)).size,
    english: rows.filter(({ isEnglish }) => isEnglish).length,
    leftOut,
    some: rows.slice(0, 50).map(({ id, name, isEnglish }) => ({ id, name, language: isEnglish ? 'en' : 'da' })),
    mail: draft
      ? {
          readerId: chosen.id,
          language: draft.content.locale,
          intro: draft.content.paragraphs.join(' '),
          button: draft.content.button?.label ?? '',
        }
      : null,
  }
}

interface About {
  readonly clubMessageId: string
  readonly memberId: string
}

export const clubMessageMails = (db: Db, { publicUrl }: { readonly publicUrl: string }) => {
  const write = async ({ clubMessageId, memberId }: About): Promise<MailDraft | null> => {
    const { rows } = await db.execute<
      Pick<MessageRow, 'orgId' | 'audience' | 'eventId' | 'subject' | 'body'> & { about: string[] }
    >(sql`
      select org_id as "orgId", audience, event_id as "eventId", subject, body, about
      from club_message_readers join club_messages on club_messages.id = message_id
      where message_id = ${clubMessageId} and reader_id = ${memberId}`)
    const [message] = rows
    return message ? draftFor(db, publicUrl, message, { readerId: memberId, about: message.about }) : null
  }
  // Two kinds, of which a member can switch off one.
  return { 'club-message': write, 'member-message': write }
}

/** Why somebody gets it: in the first sentence, and at the end. */
const words = {
  guests: { about: m.mail_club_message_event, aboutFor: m.mail_club_message_event_for, why: m.mail_why_guest },
  waiting: { about: m.mail_club_message_waiting, aboutFor: m.mail_club_message_waiting_for, why: m.mail_why_waiting },
  members: { about: m.mail_club_message_members, aboutFor: m.mail_club_message_members_for, why: m.mail_why_register },
} satisfies Record<MessageAudience, unknown>

/** The mail of one reader, in their language, which names whom it is about. Null if they have no address any more. */
async function draftFor(
  db: Reader,
  publicUrl: string,
  { orgId, audience, eventId, subject, body }: Pick<MessageRow, 'orgId' | 'audience' | 'eventId' | 'subject' | 'body'>,
  { readerId, about }: { readonly readerId: string; readonly about: readonly string[] },
): Promise<MailDraft | null> {
  const member = await selectOptionalMember(db, readerId)
  if (!member?.email) return null
  const club = await selectOrganisation(db, orgId)
  const [event] = eventId ? await db.select().from(events).where(eq(events.id, eventId)) : []
  const locale = languageOf(member)
  const say = { locale }
  const title = event ? textIn(event.titleTexts, locale) : ''
  const names = formatList(await selectNames(db, about), locale)
  const isOwn = about.every((id) => id === readerId)
  const written = textIn(subject, locale)
  const { about: aboutThem, aboutFor, why } = words[audience]
  return clubMail(club, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: written,
    preview: textIn(body, locale),
    paragraphs: [(isOwn ? aboutThem : aboutFor)({ club: club.name, event: title, names }, say)],
    quotes: [textIn(body, locale)],
    button: {
      label: m.mail_club_message_button({ club: club.name }, say),
      url: `${publicUrl}/contact-us?${new URLSearchParams({ orgId, ...(eventId && { event: eventId }), subject: written }).toString()}`,
    },
    remarks: [m.mail_club_message_remark({}, say)],
    why: why({ club: club.name, event: title }, say),
  })
}
