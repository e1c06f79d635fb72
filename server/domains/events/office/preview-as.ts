import type { EventPreview, PreviewViewer } from '#contract/events/preview.ts'
import type { Language } from '#contract/values.ts'
import { asOf, portalNow } from '#server/database/clock.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { oneself, type PersonWithRelationship } from '#server/domains/members/index.ts'
import type { PaidDays } from '#server/domains/memberships/index.ts'
import { nobody, type OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { eventDays } from '../event-days.ts'
import { detailFor } from '../listing/show-event.ts'
import { selectOptionalShown, type ShownEvent } from '../listing/show-queries.ts'
import { isSkipped, momentOf } from '#server/database/local-time.ts'
import { isForMembersOnly } from '../registration/eligibility-rules.ts'
import { selectPeople } from './add-registration.ts'
import { findEvent } from './registrations.ts'

interface Looked {
  readonly eventId: string
  /** Wall-clock time at the event's place; now when left out. */
  readonly at?: string | undefined
}

/** Who reads the page: the first of these people, or somebody who is not signed in. */
interface Viewer {
  readonly people: readonly PersonWithRelationship[]
  /** The memberships of made-up people. */
  readonly paidDays?: readonly PaidDays[]
}

/** An event's page as a made-up person would see it at a time. Throws `event_not_found`. */
export const previewAsAnybody = (
  db: Db,
  caller: OfficeCaller,
  { as, age, ...looked }: Looked & { readonly as: PreviewViewer; readonly age?: number | undefined },
): Promise<EventPreview> =>
  preview(db, caller, looked, (_, event) => madeUp(event, { as, age, language: caller.actor.via.language }))

/** A preview as somebody of the club, whose family is left out: it is none of the office's business. Throws `not_found`, too. */
export const previewAsPerson = (
  db: Db,
  caller: OfficeCaller,
  { memberId, ...looked }: Looked & { readonly memberId: string },
): Promise<EventPreview> =>
  preview(db, caller, looked, async (reader, event) => {
    const [person] = await selectPeople(reader, event, sql`people.id = ${memberId}`)
    if (!person) throw new Problem('not_found')
    return { people: [{ member: person, relationship: oneself }] }
  })

async function preview(
  db: Db,
  { actor, organisation }: OfficeCaller,
  { eventId, at }: Looked,
  viewerOf: (db: Reader, event: ShownEvent) => Viewer | Promise<Viewer>,
): Promise<EventPreview> {
  const { timeZone } = await findEvent(db, organisation.id, eventId)
  if (at !== undefined && isSkipped(at, timeZone))
    throw new Problem('invalid_input', { errors: [{ path: 'at', message: 'time_missing_that_day' }] })
  return asOf(db, at === undefined ? null : momentOf(at, timeZone), async (reader) => {
    const event = await selectOptionalShown(reader, eventId, { drafts: true })
    if (!event) throw new Problem('event_not_found')
    const viewer = await viewerOf(reader, event)
    const seen = { at: (await portalNow(reader)).toISOString() }
    const refusal = refusalFor(event, viewer)
    if (refusal) return { ...seen, event: null, refusal }
    const { people, paidDays } = viewer
    // Without the roles of whoever looks, and of whom they look as: an office sees events before others.
    const reading = { ...nobody(actor.via.language), memberId: people[0]?.member.id ?? null }
    const detail = await detailFor(reader, event, { actor: reading, people, preview: { paidDays } })
    return { ...seen, event: { ...detail, enabled: true }, refusal: null }
  })
}

/** Shown in place of the page: the problems that the calls of visitors and members answer with. */
function refusalFor(event: ShownEvent, { people }: Viewer): EventPreview['refusal'] {
  const { orgId, orgKey, orgName, publicFrom, timeZone } = event
  if (!event.isPublic) return { code: 'event_not_public', data: { from: publicFrom.toISOString(), timeZone, orgKey } }
  if (people.length === 0 && isForMembersOnly(event))
    return { code: 'event_members_only', data: { orgId, orgKey, orgName } }
  return null
}

const ADULT = 35
const CHILD = 10

function madeUp(
  event: ShownEvent,
  { as, age, language }: { as: PreviewViewer; age: number | undefined; language: Language },
): Viewer {
  const locale = { locale: language }
  const year = Number(eventDays(event).first.slice(0, 4))
  const person = (name: string, years: number): PersonWithRelationship => ({
    member: { id: newId(), firstName: name, lastName: '', dateOfBirth: `${year - years}-01-01` },
    relationship: oneself,
  })
  const members = (...people: PersonWithRelationship[]): Viewer => ({
    people,
    paidDays: people.map(({ member }) => ({
      orgId: event.orgId,
      memberId: member.id,
      series: event.memberSeries?.[0] ?? '',
      from: '0001-01-01',
      until: '9999-12-31',
    })),
  })
  switch (as) {
    case 'visitor':
      return { people: [] }
    case 'guest':
      return { people: [person(m.event_preview_guest({}, locale), age ?? ADULT)], paidDays: [] }
    case 'member':
      return members(person(m.event_preview_member({}, locale), age ?? ADULT))
    case 'parent':
      return members(
        person(m.event_preview_member({}, locale), ADULT),
        person(m.event_preview_child({}, locale), age ?? CHILD),
      )
  }
}
