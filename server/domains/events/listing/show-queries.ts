import { eventPageFields } from '#contract/events/answers.ts'
import type { ValuesOf } from '#contract/fields.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { Reader } from '#server/database/db.ts'
import { selectedOf } from '#server/database/fields.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { events, pictureColumns, smallPictureColumns } from '#server/database/schema/index.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { Stored } from '#server/documents/file-store.ts'
import { currentMemberPrice, currentPrice, joinCurrentPhase } from '../registration/phases.ts'
import { hasQuestions } from '../questions/write-questions.ts'
import { isShown } from '../registration/queries.ts'
import { ids } from './filter-queries.ts'

/** An event without places and prices. */
export interface ShownEvent extends ValuesOf<typeof eventPageFields> {
  readonly id: string
  readonly orgId: string
  readonly orgKey: string
  readonly orgName: string
  readonly orgEmail: string
  readonly currency: string
  readonly hue: number
  /** The club's. */
  readonly colour: string | null
  readonly logo: string | null
  readonly cover: string | null
  readonly title: LocalText
  /** Markdown. */
  readonly description: LocalText
  readonly kind: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly place: LocalText
  readonly address: string
  readonly enabled: boolean
  readonly forMembers: boolean
  readonly guestsInvited: boolean
  /** The series of memberships that count; null: all of the club. */
  readonly memberSeries: readonly string[] | null
  readonly publicFrom: Date
  readonly saleFrom: Date | null
  readonly saleUntil: Date | null
  readonly refundUntilHours: number | null
  readonly onePerPerson: boolean
  readonly isPublic: boolean
  /** It has questions. */
  readonly asks: boolean
  readonly revision: number
  readonly changedAt: Date
  readonly picture: {
    readonly version: string
    readonly width: number
    readonly height: number
    readonly alt: LocalText
    readonly focalX: number
    readonly focalY: number
  } | null
  /** The family's paid places. */
  readonly tickets: number
  /** Other dates of its series that everybody may see and are not over. */
  readonly otherDates: number
}

type Picture = NonNullable<ShownEvent['picture']>

type Row = Omit<ShownEvent, 'picture' | 'startsAt' | 'endsAt' | 'publicFrom' | 'changedAt' | 'saleFrom' | 'saleUntil'> &
  Record<'startsAt' | 'endsAt' | 'publicFrom' | 'changedAt', string> &
  Record<'saleFrom' | 'saleUntil', string | null> &
  Omit<Picture, 'version'> & { readonly version: Picture['version'] | null }

/** Open events of open clubs, unordered. @param family whose tickets are counted @param drafts whether drafts count as open */
export async function selectShown(
  db: Reader,
  eventIds: readonly string[],
  family: readonly string[],
  text: SQL = sql`'{"da": ""}'::jsonb`,
  drafts = false,
): Promise<ShownEvent[]> {
  const { rows } = await executePrepared<Row>(
    db,
    'events.shown',
    sql`
    select events.id, org_id as "orgId", key as "orgKey", name as "orgName", contact_email as "orgEmail", currency, hue, colour, logo, cover,
      title_texts as title,
      ${text} as description, kind, place_texts as place, events.address, member_series as "memberSeries",
      starts_at as "startsAt", ends_at as "endsAt",
      time_zone as "timeZone", events.enabled, for_members as "forMembers", guests_invited as "guestsInvited",
      public_from as "publicFrom", sale_from as "saleFrom", sale_until as "saleUntil", one_per_person as "onePerPerson",
      refund_until_hours as "refundUntilHours", ${selectedOf(eventPageFields, events)}
      public_from <= (select portal_now()) as "isPublic",
      ${hasQuestions(sql`events.id`)} as asks, revision, coalesce(changed_at, events.created_at) as "changedAt", version, width, height, alt_texts as alt, focal_x as "focalX", focal_y as "focalY",
      coalesce(tickets.count, 0) as tickets,
      case when events.series_id is null then 0 else (
        select count(*)::int from events dates where dates.series_id = events.series_id and dates.id <> events.id
          and dates.enabled and dates.public_from <= (select portal_now()) and dates.ends_at > (select portal_now())) end as "otherDates"
    from events
    join organisations on organisations.id = events.org_id and organisations.enabled
    left join event_pictures on event_pictures.event_id = events.id
    left join (
      select event_id, count(*)::int as count from event_entries
      where member_id = any(${ids(family)}) and status = 'paid'
      group by event_id
    ) tickets on tickets.event_id = events.id
    where events.id = any(${ids(eventIds)}) and ${isShown(drafts)}`,
  )
  return rows.map(fromRow)
}

function fromRow({ version, width, height, alt, focalX, focalY, ...row }: Row): ShownEvent {
  const moment = (at: string | null) => (at === null ? null : new Date(at))
  return {
    ...row,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    publicFrom: new Date(row.publicFrom),
    changedAt: new Date(row.changedAt),
    saleFrom: moment(row.saleFrom),
    saleUntil: moment(row.saleUntil),
    picture: version === null ? null : { version, width, height, alt, focalX, focalY },
  }
}

/** With its description; null if there is none that anybody may see. */
export async function selectOptionalShown(
  db: Reader,
  eventId: string,
  { drafts = false } = {},
): Promise<ShownEvent | null> {
  const [event] = await selectShown(db, [eventId], [], sql`events.description_texts`, drafts)
  return event ?? null
}

interface CancelledEvent extends Pick<ShownEvent, 'orgId' | 'orgKey' | 'orgName' | 'title' | 'timeZone'> {
  readonly startsAt: string
  readonly endsAt: string
  readonly texts: LocalText | null
  readonly forMembersOnly: boolean
}

/** A cancelled event that was public; null for any other. */
export async function selectOptionalCancelled(db: Reader, eventId: string): Promise<CancelledEvent | null> {
  const { rows } = await db.execute<CancelledEvent & Record<string, unknown>>(sql`
    select org_id as "orgId", key as "orgKey", name as "orgName", title_texts as title, starts_at as "startsAt", ends_at as "endsAt",
      time_zone as "timeZone", cancel_texts as texts, for_members and not guests_invited as "forMembersOnly"
    from events join organisations on organisations.id = events.org_id and organisations.enabled
    where events.id = ${eventId} and events.status = 'cancelled' and public_from <= portal_now()`)
  return rows[0] ?? null
}

/** The club of an event that is open or was cancelled; null if there is none. */
export async function selectOptionalClubKey(db: Reader, eventId: string): Promise<string | null> {
  const { rows } = await executePrepared<{ key: string }>(
    db,
    'events.club',
    sql`
    select key from events join organisations on organisations.id = org_id and organisations.enabled
    where events.id = ${eventId} and (events.enabled or events.status = 'cancelled')`,
  )
  return rows[0]?.key ?? null
}

/** A picture, if its event is public. */
export async function selectOptionalPicture(
  db: Reader,
  { eventId, version, small }: { eventId: string; version: string; small: boolean },
): Promise<(Stored & { contentType: string }) | null> {
  const { rows } = await executePrepared<Stored & { contentType: string }>(
    db,
    'events.picture',
    sql`
    select ${small ? smallPictureColumns : pictureColumns}, content_type as "contentType"
    from event_pictures left join stored_pictures on stored_pictures.id = stored_id
    join events on events.id = event_id and (events.enabled or events.status = 'cancelled') and public_from <= portal_now()
    join organisations on organisations.id = events.org_id and organisations.enabled
    where event_id = ${eventId} and version = ${version}`,
  )
  return rows[0] ?? null
}

/** Today's prices of an event's categories, in øre. */
export async function selectCategories(db: Reader, eventId: string): Promise<SoldCategory[]> {
  const { rows } = await executePrepared<SoldCategory>(
    db,
    'events.categories',
    sql`
    select categories.category, categories.name_texts as name,
      (${currentPrice})::float8 as price, (${currentMemberPrice})::float8 as "memberPrice"
    from event_categories categories ${joinCurrentPhase}
    where categories.event_id = ${eventId} and categories.closed_at is null`,
  )
  return rows
}

interface SoldCategory {
  readonly category: string
  readonly name: LocalText
  readonly price: number
  readonly memberPrice: number | null
}
