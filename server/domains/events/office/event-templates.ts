import type { EventKind } from '#contract/events/kinds.ts'
import { eventFields, type EventFields, type EventTemplate } from '#contract/events/office.ts'
import { addDays } from '#server/database/clock.ts'
import { blankValues } from '#server/database/fields.ts'
import { newId } from '#server/database/new-id.ts'

type Prefilled = Partial<EventFields> & {
  readonly kind?: EventKind
  readonly hours: number
  readonly days?: number
  readonly categories: EventFields['categories']
}

const category = (
  da: string,
  en: string,
  rest: Partial<EventFields['categories'][number]> = {},
): EventFields['categories'][number] => ({
  id: newId(),
  name: { da, en },
  price: 0,
  memberPrice: null,
  capacity: null,
  poolId: null,
  minAge: null,
  maxAge: null,
  membersOnly: false,
  closed: false,
  phases: [],
  ...rest,
})

const adult = () => category('Voksen', 'Adult', { minAge: 18 })
const child = () => category('Barn', 'Child', { maxAge: 17 })

const templates: Readonly<Record<EventTemplate, () => Prefilled>> = {
  party: () => ({ kind: 'Fest', hours: 5, categories: [adult(), child()] }),
  course: () => ({ kind: 'Kursus', hours: 3, capacity: 20, categories: [category('Deltager', 'Participant')] }),
  camp: () => ({
    kind: 'Lejr',
    hours: 6,
    days: 2,
    forMembers: true,
    refundUntilHours: 14 * 24,
    categories: [child(), adult()],
  }),
  match: () => ({ kind: 'Kamp', hours: 2, onePerPerson: false, categories: [adult(), child()] }),
  assembly: () => ({
    kind: 'Generalforsamling',
    hours: 2,
    forMembers: true,
    categories: [category('Medlem', 'Member', { membersOnly: true })],
  }),
}

/** The fields of a new event that begins at a local time. */
export function draftOf(template: EventTemplate | null, startsAt: string): EventFields {
  const {
    hours,
    days = 0,
    ...prefilled
  }: Prefilled = template ? templates[template]() : { hours: 2, categories: [category('Voksen', 'Adult')] }
  return {
    ...blankValues(eventFields),
    startsAt,
    endsAt: later(startsAt, days, hours),
    timeZone: 'Europe/Copenhagen',
    forMembers: false,
    guestsInvited: false,
    onePerPerson: true,
    publicFrom: `${addDays(startsAt.slice(0, 10), -60)}T08:00`,
    capacity: null,
    pools: [],
    questions: [],
    ...prefilled,
  }
}

/** Some local days and hours later. */
const later = (local: string, days: number, hours: number): string =>
  new Date(Date.parse(`${local}:00Z`) + (days * 24 + hours) * 3_600_000).toISOString().slice(0, 16)
