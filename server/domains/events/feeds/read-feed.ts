import { hash } from 'node:crypto'
import type { LocalText } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { callNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { hashToken } from '#server/database/secrets.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { familyOf } from '#server/domains/members/index.ts'
import type { Answered } from '#server/http/route.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { type CalendarEntry, calendarFile, calendarFileName, calendarType } from '../calendar-file.ts'
import { inLanguage } from '../event-texts.ts'
import { isLive } from './feed-rights.ts'

/** How often a program should read. Google reads when it likes, about twice a day. */
const REFRESH_HOURS = 6

/** Increased when the format changes, so that programs read the same rows again. */
const FORM = 1

/**
 * A subscribed calendar, in two queries. Whoever has the token reads, so it has no more than is needed to come: first names in a family's,
 * no names in a club's. Throws `not_found` for an unknown token, `calendar_feed_ended` once it is revoked or has ended by itself.
 */
export async function readFeed(publicUrl: string, db: Db, token: string): Promise<Answered> {
  const feed = await selectFeed(db, hashToken(token))
  if (!feed) throw new Problem('not_found')
  if (!feed.live) throw new Problem('calendar_feed_ended')
  const found = feed.kind === 'club' ? await selectEvents(db, feed) : await selectTickets(db, feed)
  // An order that stays when an event is over, so that the file does.
  const rows = found.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const calendar = { language: feed.language, publicUrl, name: nameOf(feed), refreshHours: REFRESH_HOURS }
  return {
    contentType: calendarType,
    fileName: calendarFileName(calendar.name),
    version: hash('sha256', JSON.stringify([FORM, calendar, rows]), 'base64url').slice(0, 22),
    // Most reads find it unchanged.
    bytes: async () =>
      calendarFile(
        calendar,
        rows.map((row) => present(row, feed)),
      ).bytes,
  }
}

interface Feed extends Record<string, unknown> {
  readonly kind: 'person' | 'family' | 'club'
  readonly ownerId: string
  readonly personId: string | null
  readonly orgId: string | null
  readonly language: Language
  /** First name of the person, or their only one, or name of the club. */
  readonly name: string
  readonly live: boolean
}

/** The feed of a token, marked as read at most every five minutes. */
async function selectFeed(db: Db, tokenHash: string): Promise<Feed | null> {
  const { rows } = await executePrepared<Feed>(
    db,
    'feeds.of-token',
    sql`
    with found as (
      select feeds.*, ${isLive} as live from calendar_feeds feeds where token_hash = ${tokenHash}
    ), read as (
      update calendar_feeds set last_read_at = portal_now() from found
      where calendar_feeds.id = found.id and found.live
        and (found.last_read_at is null or found.last_read_at < portal_now() - interval '5 minutes')
    )
    select kind, owner_id as "ownerId", person_id as "personId", org_id as "orgId", found.language, live,
      coalesce(${callNameOf('people')}, clubs.name, '') as name
    from found
    left join members people on people.id = found.person_id
    left join organisations clubs on clubs.id = found.org_id`,
  )
  return rows[0] ?? null
}

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly orgKey: string
  readonly titleTexts: LocalText
  readonly descriptionTexts: LocalText
  readonly placeTexts: LocalText
  readonly address: string
  readonly startsAt: string
  readonly endsAt: string
  readonly timeZone: string
  readonly sequence: number
  readonly changedAt: string
  readonly cancelled: boolean
  /** First names of those who come; empty in a club's feed. */
  readonly names: readonly string[]
}

/** More than most families and clubs have in a year. */
const MOST = 500

/** Coming events first, the next one before later ones; then those that are over, the last one first. */
const byNearness = (now: SQL): SQL =>
  sql`ends_at <= ${now}, case when ends_at > ${now} then starts_at end, starts_at desc, events.id`

const columns = sql`events.id, organisations.key as "orgKey", title_texts as "titleTexts", events.description_texts as "descriptionTexts",
  place_texts as "placeTexts", events.address,
  starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone"`

/**
 * The events of a year ago and later to which the person or the family has tickets; for 30 days also those whose last ticket was cancelled.
 * An event's number rises with each change of it and with each ticket bought or cancelled.
 */
async function selectTickets(db: Db, { ownerId, personId }: Feed): Promise<Row[]> {
  const people =
    personId === null ? familyOf({ memberId: ownerId }, { archived: false }) : sql`array[${personId}::uuid]`
  const name = callNameOf('people')
  const { rows } = await executePrepared<Row>(
    db,
    'feeds.tickets',
    sql`
    with mine as materialized (
      select entries.event_id, bool_or(entries.status = 'paid') as valid,
        coalesce(array_agg(distinct ${name}) filter (where entries.status = 'paid' and ${name} <> ''), '{}') as names,
        sum(case entries.status when 'paid' then 1 else 2 end)::int - 1 as moves,
        max(entries.created_at) as bought_at, max(cancelled.at) as cancelled_at
      from event_entries entries
      join members people on people.id = entries.member_id
      left join lateral (
        select max(at) as at from status_changes
        where thing = 'event_entries' and thing_id = entries.id and to_status = 'cancelled' and entries.status = 'cancelled'
      ) cancelled on true
      where entries.member_id = any(${people}) and entries.status in ('paid', 'cancelled')
      group by entries.event_id
    )
    select ${columns}, revision + moves as sequence, not valid or events.status = 'cancelled' as cancelled, names,
      greatest(coalesce(changed_at, events.created_at), bought_at, cancelled_at) as "changedAt"
    from mine
    join events on events.id = mine.event_id
    join organisations on organisations.id = events.org_id
    where ends_at > portal_now() - interval '1 year' and (valid or cancelled_at > portal_now() - interval '30 days')
    order by ${byNearness(sql`portal_now()`)} limit ${MOST}`,
  )
  return rows
}

/** A club's public events of the last 90 days and later; for 30 days also those that it withdrew, as everybody last saw them. */
async function selectEvents(db: Db, { orgId }: Feed): Promise<Row[]> {
  const { rows } = await executePrepared<Row>(
    db,
    'feeds.events',
    sql`
    with clock as materialized (select portal_now() as now)
    select events.id, organisations.key as "orgKey", coalesce(seen -> 'title', title_texts) as "titleTexts",
      case when seen is null and events.enabled then events.description_texts else '{"da": ""}' end as "descriptionTexts",
      coalesce(seen -> 'place', place_texts) as "placeTexts", coalesce(seen ->> 'address', events.address) as address,
      coalesce((seen ->> 'startsAt')::timestamptz, starts_at) as "startsAt", coalesce((seen ->> 'endsAt')::timestamptz, ends_at) as "endsAt",
      coalesce(seen ->> 'timeZone', time_zone) as "timeZone",
      revision as sequence, not (events.enabled and public_from <= now) as cancelled, '{}'::text[] as names,
      coalesce(changed_at, events.created_at) as "changedAt"
    from clock, events
    join organisations on organisations.id = events.org_id
    -- An event that becomes public again on its day is read as it is now.
    cross join lateral (select case when events.enabled and public_from <= now then null else withdrawn_as end as seen) shown
    where org_id = ${orgId} and ends_at > now - interval '90 days'
      and (events.enabled and public_from <= now or withdrawn_at > now - interval '30 days')
    order by ${byNearness(sql`now`)} limit ${MOST}`,
  )
  return rows
}

function present({ names, cancelled, ...row }: Row, { kind, language }: Feed): CalendarEntry {
  const locale = { locale: language }
  const whose = kind === 'family' && names.length > 0 ? ` (${names.join(', ')})` : ''
  const event = inLanguage(row, language)
  const title = event.title + whose
  const ofClub = kind === 'club'
  return {
    id: row.id,
    event: {
      ...event,
      // Not every program shows the status.
      title: cancelled ? (ofClub ? m.feed_event_cancelled : m.feed_ticket_cancelled)({ title }, locale) : title,
      startsAt: new Date(row.startsAt),
      endsAt: new Date(row.endsAt),
    },
    sequence: row.sequence,
    changedAt: new Date(row.changedAt),
    path: `/${encodeURIComponent(row.orgKey)}/events/${row.id}${ofClub || cancelled ? '' : '/tickets'}`,
    cancelled,
    free: ofClub,
  }
}

function nameOf({ kind, name, language }: Feed): string {
  const locale = { locale: language }
  if (kind === 'club') return name
  if (kind === 'family') return m.feed_name_family({}, locale)
  return name === '' ? m.messages_kind_events({}, locale) : m.feed_name_person({ name }, locale)
}
