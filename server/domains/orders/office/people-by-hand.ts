import { Email } from '#contract/email.ts'
import type { Duplicate, HandEvent, FoundPerson, HandMembership, NewPerson } from '#contract/orders/by-hand.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Db, lockKey, onOneConnection, type Reader, type Tx } from '#server/database/db.ts'
import { idByToken, newId } from '#server/database/new-id.ts'
import { containsWords } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import {
  fullName,
  insertManagedPerson,
  joinClub,
  numberPeople,
  peopleOf,
  type PersonOfClub,
  selectOptionalMember,
} from '#server/domains/members/index.ts'
import type { OrganisationRow } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasAccount } from '../invoices/owes.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'

/** Memberships and events that an office can add for somebody. */
export const showOffers = (
  { lines }: LineItemHandlers,
  db: Db,
  { organisation }: OfficeCaller<OrganisationRow>,
  { eventId }: { readonly eventId?: string | undefined },
): Promise<{ memberships: HandMembership[]; events: HandEvent[]; hasAccount: boolean; today: string }> =>
  onOneConnection(db, async (one) => {
    const [memberships, events, now] = await Promise.all([
      lines.membership.offers(one, organisation.id),
      lines.event.offers(one, organisation.id, eventId),
      portalNow(one),
    ])
    return { memberships, events, hasAccount: hasAccount(organisation), today: copenhagenDate(now) }
  })

/** People of the club and of their families, by words of their names, or by their address, phone or number. */
export async function findPeople(
  db: Reader,
  { organisation: { id: orgId } }: OfficeCaller,
  { search, memberId }: { readonly search?: string | undefined; readonly memberId?: string | undefined },
): Promise<FoundPerson[]> {
  if (memberId) return (await peopleOf(db, orgId, sql`people.id = ${memberId}::uuid`, 'by-id')).map(present)
  if (!search?.trim()) return []
  const digits = search.replace(/\D/g, '')
  const found = await peopleOf(
    db,
    orgId,
    sql`(${containsWords(sql`people.folded`, search)} or register.member_id is not null and (
      length(${digits}::text) between 6 and 15 and ${digitsOf(sql`people.phone`)} like '%' || ${digits}::text
      or register.number::text = ${search.trim()}::text))`,
    'by-search',
  )
  return found.map(present)
}

const digitsOf = (phone: SQL) => sql`regexp_replace(${phone}, '[^0-9]', '', 'g')`

const present = ({ firstName, lastName, parentName, id, dateOfBirth, email, phone }: PersonOfClub): FoundPerson => ({
  id,
  name: fullName({ firstName, lastName }),
  dateOfBirth,
  email,
  phone,
  of: parentName,
})

type Typed = Pick<NewPerson, 'firstName' | 'lastName' | 'dateOfBirth'> & {
  readonly email: string | null
  readonly phone: string
}

/** People of the club who may be the one that is typed. A name counts unless both birth dates are known and differ. */
export async function findDuplicates(
  db: Reader,
  { organisation: { id: orgId } }: OfficeCaller,
  typed: Typed,
): Promise<Duplicate[]> {
  const email = Email.safeParse(typed.email).data ?? ''
  // The last eight digits: the country code is written or not.
  const phone = typed.phone.replace(/\D/g, '').slice(-8)
  const name = `${typed.firstName.trim()} ${typed.lastName.trim()}`
  const isNamed = typed.firstName.trim() !== '' && typed.lastName.trim() !== ''
  const sameName = sql`(${isNamed}::boolean and search_fold(people.first_name || ' ' || people.last_name) = search_fold(${name}::text)
    and (people.date_of_birth is null or ${typed.dateOfBirth}::date is null or people.date_of_birth = ${typed.dateOfBirth}::date))`
  const sameEmail = sql`(${email}::text <> '' and register.member_id is not null and lower(people.email) = ${email}::text)`
  const samePhone = sql`(length(${phone}::text) = 8 and register.member_id is not null and right(${digitsOf(sql`people.phone`)}, 8) = ${phone}::text)`
  const found = await peopleOf(db, orgId, sql`(${sameName} or ${sameEmail} or ${samePhone})`, 'duplicates')
  const folded = fold(name)
  return found.slice(0, 10).map((person) => ({
    ...present(person),
    reasons: [
      ...(isNamed && fold(`${person.firstName} ${person.lastName}`) === folded ? ['name' as const] : []),
      ...(email !== '' && person.email?.toLowerCase() === email ? ['email' as const] : []),
      ...(phone.length === 8 && person.phone.replace(/\D/g, '').endsWith(phone) ? ['phone' as const] : []),
    ],
  }))
}

const fold = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Enters somebody new in the register. The same name and birth date are refused once: the form may have been sent twice, or they are there
 * already. An address of somebody who is not in the register is not taken. Sent again with its token, it answers with the first.
 */
export async function addPerson(
  tx: Tx,
  caller: OfficeCaller,
  {
    another = false,
    token,
    ...typed
  }: NewPerson & { readonly another?: boolean | undefined; readonly token?: string | undefined },
): Promise<FoundPerson> {
  const { id: orgId } = caller.organisation
  await lockKey(tx, `people by hand ${orgId}`)
  const byToken = await idByToken(tx, caller, token, [typed, another])
  const earlier = await selectOptionalMember(tx, byToken)
  const [made] = earlier ? await peopleOf(tx, orgId, sql`people.id = ${byToken}::uuid`, 'by-id') : []
  if (made) return present(made)
  const { firstName, lastName, dateOfBirth, phone } = typed
  const email = typed.email?.toLowerCase() ?? null
  const known = await findDuplicates(tx, caller, { ...typed, email: null, phone: '' })
  const [first] = another ? [] : known
  if (first) throw new Problem('person_known', { data: { memberId: first.id, name: first.name } })
  const { id, created } = await insertManagedPerson(tx, {
    id: earlier ? newId() : byToken,
    firstName,
    lastName,
    dateOfBirth,
    phone,
    email,
  })
  if (!created) {
    const [own] = await peopleOf(
      tx,
      orgId,
      sql`people.id = ${id}::uuid and register.member_id is not null`,
      'by-id-own',
    )
    if (own) throw new Problem('person_known', { data: { memberId: own.id, name: fullName(own) } })
    throw new Problem('email_of_stranger')
  }
  await joinClub(tx, { orgId, memberIds: [id], source: 'added', managed: true })
  await numberPeople(tx, orgId)
  await recordOfficeChange(tx, caller, {
    name: 'person_added',
    thing: 'member',
    thingId: id,
    label: fullName({ firstName, lastName }),
  })
  return { id, name: fullName({ firstName, lastName }), dateOfBirth, email, phone, of: null }
}
