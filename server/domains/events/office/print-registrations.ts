import type { Filter } from '#contract/filters.ts'
import type { Registration, registrationFilterFields } from '#contract/events/registrations.ts'
import type { Language } from '#contract/values.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { type Db, inTransaction } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import { fileWords, formatMomentIn } from '#server/documents/format.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import * as m from '#words/messages.js'
import { inLanguage } from '../event-texts.ts'
import { atLineStart, spanWords } from '../when-words.ts'
import { recordReading, requireReadable, selectSensitive } from '../questions/sensitive-answers.ts'
import type { PrintedList } from './draw-registrations.ts'
import type { EventClub } from './edited-event.ts'
import { findEvent, readRegistrations, selectRegistrationIds, type WhichRegistrations } from './registrations.ts'

/** About a hundred pages. */
const MOST_PRINTED = 3000

type Print = WhichRegistrations & {
  readonly eventId: string
  readonly sort: 'name' | 'category'
  readonly language?: Language | undefined
  /** With a sheet of sensitive answers. */
  readonly sensitive?: boolean | undefined
}

/** A list to print of those who have or hold a place. Names and phone numbers leave the portal, so it is in the club's history. */
export async function printRegistrations(
  secrets: Secrets,
  db: Db,
  caller: OfficeCaller<EventClub>,
  { eventId, sort, language, filter, sensitive = false, ...which }: Print,
): Promise<Answered> {
  const { actor, organisation } = caller
  const locale = language ?? actor.via.language
  const row = await findEvent(db, organisation.id, eventId)
  const questions = sensitive ? await requireReadable(db, caller, eventId) : []
  const { people, total } = await readRegistrations(
    db,
    row,
    { ...which, sort, filter: withPlace(filter) },
    { limit: MOST_PRINTED, language: locale, currency: null },
  )
  if (total > MOST_PRINTED) throw new Problem('too_many_to_print', { data: { most: MOST_PRINTED } })
  const event = inLanguage(row, locale)
  const secretPeople = sensitive
    ? await selectSensitive(
        secrets,
        db,
        await selectRegistrationIds(db, row, { ...which, filter: withPlace(filter) }),
        questions,
        locale,
      )
    : null
  const now = await inTransaction(db, async (tx) => {
    await recordOfficeChange(tx, caller, {
      name: 'registrations_printed',
      thing: 'event',
      thingId: eventId,
      label: row.title,
      after: { count: total },
    })
    if (secretPeople) await recordReading(tx, caller, row, secretPeople.length)
    return tx.now
  })
  const printer = await selectOptionalMember(db, actor.actorId)
  const list: PrintedList = {
    club: organisation.name,
    title: event.title,
    about: [
      atLineStart(spanWords(event, locale)),
      [...new Set([event.place, event.address])].filter(Boolean).join(', '),
    ].filter(Boolean),
    count: m.print_count({ count: total }, { locale }),
    printed: m.print_by(
      { name: printer ? fullName(printer) : '', when: formatMomentIn(now.toISOString(), 'Europe/Copenhagen', locale) },
      { locale },
    ),
    groups: groupsOf(people, sort, locale),
    titles: {
      name: m.print_name({}, { locale }),
      age: m.club_members_age({}, { locale }),
      category: m.print_category({}, { locale }),
      phone: m.print_guardian({}, { locale }),
      number: m.registrations_number({}, { locale }),
      note: m.print_note({}, { locale }),
    },
    ...(secretPeople && {
      sensitive: {
        head: m.print_sensitive({}, { locale }),
        warning: m.print_sensitive_warning({}, { locale }),
        people: secretPeople.map(({ name, answers }) => ({
          name,
          lines: answers.map(({ label, text }) => `${label}${/[?:]$/.test(label) ? '' : ':'} ${text}`),
        })),
      },
    }),
    page: m.print_page({ page: '{page}', pages: '{pages}' }, { locale }),
  }
  const bytes = await drawInThread(new URL('./draw-registrations.ts', import.meta.url), list, locale)
  return {
    contentType: 'application/pdf',
    fileName: `${[m.print_file({}, { locale }), fileWords(event.title)].filter(Boolean).join('-')}.pdf`,
    bytes,
  }
}

function withPlace(filter: Print['filter']): Filter<keyof typeof registrationFilterFields> {
  const live = { field: 'state', op: 'any_of', values: ['paid', 'free', 'held'] } as const
  return filter ? { all: [live, filter] } : live
}

function groupsOf(people: readonly Registration[], sort: Print['sort'], locale: Language): PrintedList['groups'] {
  const headOf = (person: Registration) => (sort === 'category' ? person.category : letterOf(person))
  const byLastName = people.toSorted((a, b) => lastNameFirst(a).localeCompare(lastNameFirst(b), 'da'))
  // Categories stay in their order.
  const heads = new Set((sort === 'category' ? people : byLastName).map(headOf))
  const groups = Map.groupBy(byLastName, headOf)
  return [...heads]
    .map((head) => [head, groups.get(head)!] as const)
    .map(([head, those]) => ({
      head: sort === 'category' ? `${head} (${those.length})` : head,
      people: those.map((person) => ({
        name: lastNameFirst(person),
        age: person.isMinor ? `${person.age} (< 18)` : (person.age?.toString() ?? ''),
        category: person.category,
        phone: person.guardian ? phoneWords(person.guardian.phone) || person.guardian.name : '',
        number: person.number,
        note: [
          person.state === 'held' && m.print_unpaid({}, { locale }),
          (person.answers?.sensitive ?? 0) > 0 && m.print_has_sensitive({}, { locale }),
        ]
          .filter(Boolean)
          .join(' · '),
      })),
    }))
}

const letterOf = ({ lastName, name }: Registration) => (lastName || name).trim().charAt(0).toLocaleUpperCase('da')

/** `Holm, Anna` */
function lastNameFirst({ name, lastName }: Registration): string {
  const first = lastName && name.endsWith(lastName) ? name.slice(0, -lastName.length).trim() : ''
  return first ? `${lastName}, ${first}` : name
}
