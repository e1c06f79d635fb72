import { addDays, momentAt } from './calendar.ts'
import { neighbours } from './club-members.ts'
import { demoId } from './demo-id.ts'
import { guests } from './guests.ts'
import { officePeople } from './office-people.ts'
import { signIns, type Person } from './people.ts'
import type { RowOf } from './row-of.ts'

export interface MemberRow extends RowOf<'members'> {
  readonly person: Person
  readonly registrationDate: Date
  readonly email: string | null
  readonly phone: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly city: string
  readonly postCode: string
  readonly country: string
}

/** All members, parents before their participants. */
export function memberRows(today: string): MemberRow[] {
  const rows = new Map<string, MemberRow>()
  for (const person of [...signIns, ...neighbours, ...officePeople, ...guests]) {
    const parent = person.parent === null ? null : rows.get(person.parent)
    if (parent === undefined) throw new Error(`${person.key} is looked after by nobody in the demo world`)
    rows.set(person.key, memberRow(person, parent, today, rows.size))
  }
  return [...rows.values()]
}

function memberRow(person: Person, parent: MemberRow | null, today: string, position: number): MemberRow {
  const registered = momentAt(addDays(today, -365 * person.joinedYearsAgo - 40 - position), '19:42')
  return {
    person,
    id: demoId(`member ${person.key}`, registered),
    parentId: parent?.id ?? null,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phone,
    gender: person.gender,
    dateOfBirth: `${Number(today.slice(0, 4)) - person.age}-${person.birthday}`,
    addressLine1: person.address?.line1 ?? '',
    addressLine2: person.address?.line2 ?? '',
    city: person.address?.city ?? '',
    postCode: person.address?.postCode ?? '',
    country: person.address ? 'Denmark' : '',
    language: person.language,
    registrationDate: registered,
    updateDate: registered,
  }
}
