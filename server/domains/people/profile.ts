import { countryOfPostCode } from '#contract/members/countries.ts'
import {
  type OwnSuggestion,
  type PersonFields,
  type PersonProfile,
  type SuggestedFields,
  suggestedFields,
} from '#contract/people/profile.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { changeSuggestions } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, desc, eq, isNull, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { recountMissingOf } from '#server/domains/events/index.ts'
import {
  fullName,
  lockEmail,
  type MemberRow,
  recordAuditEntry,
  requireBirthDate,
  selectOptionalMember,
  updateMember,
} from '#server/domains/members/index.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'

interface OfPerson {
  readonly memberId: string
}
type SuggestedName = keyof SuggestedFields
/** In the order of the form. */
const suggestedNames = Object.keys(suggestedFields) as SuggestedName[]

export async function showProfile(
  db: Reader,
  { organisation }: Pick<OfficeCaller, 'organisation'>,
  { memberId }: OfPerson,
): Promise<PersonProfile> {
  const { member, managed } = await findPerson(db, organisation.id, memberId)
  const rows = await db
    .select()
    .from(changeSuggestions)
    .where(
      and(
        eq(changeSuggestions.orgId, organisation.id),
        eq(changeSuggestions.memberId, memberId),
        isNull(changeSuggestions.withdrawnAt),
      ),
    )
    .orderBy(desc(changeSuggestions.createdAt))
    .limit(2)
  const open = rows.find(({ answeredAt }) => answeredAt === null)
  const answered = rows.find((row) => row.answeredAt !== null)
  const [answerer, author] = await Promise.all([
    selectAnswerer(db, member),
    open ? selectOptionalMember(db, open.suggestedBy) : null,
  ])
  return {
    version: member.updateDate.toISOString(),
    fields: fieldsOf(member),
    managed,
    answers: managed ? null : answerer && fullName(answerer),
    suggestion: open
      ? {
          id: open.id,
          note: open.note,
          by: author ? fullName(author) : '',
          at: open.createdAt.toISOString(),
          changes: changesOf(member, open.fields),
        }
      : null,
    answered: answered
      ? {
          at: answered.answeredAt!.toISOString(),
          accepted: namesIn(answered.fields).filter((name) => answered.accepted?.includes(name)),
          declined: namesIn(answered.fields).filter((name) => !answered.accepted?.includes(name)),
        }
      : null,
  }
}

/** Saves the details of a person whom this club made and who has no sign-in. Throws `changed_meanwhile` with them as they are now. */
export async function saveProfile(
  secrets: Secrets,
  tx: Tx,
  caller: OfficeCaller,
  { memberId, version, ...input }: OfPerson & PersonFields & { readonly version: string },
): Promise<PersonProfile> {
  const { organisation } = caller
  const { managed } = await findPerson(tx, organisation.id, memberId, 'locked')
  if (!managed) throw new Problem('person_not_managed')
  const email = input.email.toLowerCase() || null
  requireBirthDate(tx, input.dateOfBirth)
  requireName(input)
  if (email) await requireFreeEmail(tx, email, memberId)
  const before = (await selectOptionalMember(tx, memberId))!
  await requireUnchanged(tx, caller, before, version)
  const after = { ...columnsOf(input), email }
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter((name) => after[name] !== before[name])
  if (changed.length > 0) {
    await updateMember(tx, memberId, withCountry(before, after))
    if (changed.includes('dateOfBirth')) await recountMissingOf(secrets, tx, [memberId])
    await record(
      tx,
      caller,
      { ...before, ...after },
      {
        name: 'person_changed',
        before: Object.fromEntries(changed.map((name) => [name, before[name]])),
        after: Object.fromEntries(changed.map((name) => [name, after[name]])),
      },
    )
  }
  return showProfile(tx, caller, { memberId })
}

/**
 * Suggests what differs to the person, or their guardian. It takes the place of what was suggested before. Throws `changed_meanwhile` with the
 * details as they are now.
 */
export async function suggestChanges(
  tx: Tx,
  caller: OfficeCaller,
  {
    memberId,
    note,
    version,
    ...input
  }: OfPerson & SuggestedFields & { readonly note: string; readonly version?: string | undefined },
): Promise<PersonProfile> {
  const { actor, organisation } = caller
  const { member, managed } = await findPerson(tx, organisation.id, memberId, 'locked')
  const receiver = managed ? null : await selectAnswerer(tx, member)
  if (!receiver) throw new Problem('nobody_to_ask')
  if (version !== undefined) await requireUnchanged(tx, caller, member, version)
  requireBirthDate(tx, input.dateOfBirth)
  requireName(input)
  const wanted = columnsOf(input)
  const fields = Object.fromEntries(
    suggestedNames.filter((name) => wanted[name] !== member[name]).map((name) => [name, wanted[name]]),
  ) as Partial<SuggestedFields>
  if (Object.keys(fields).length === 0) throw new Problem('nothing_suggested')
  await withdrawOpen(tx, organisation.id, memberId)
  const id = newId()
  await tx
    .insert(changeSuggestions)
    .values({ id, orgId: organisation.id, memberId, suggestedBy: actor.actorId, fields, note })
  await record(tx, caller, member, { name: 'person_change_suggested', after: fields, reason: note || undefined })
  await notifyReceiver(tx, { id, orgId: organisation.id, memberId, receiverId: receiver.id, name: fullName(member) })
  return showProfile(tx, caller, { memberId })
}

export async function withdrawSuggestion(tx: Tx, caller: OfficeCaller, { memberId }: OfPerson): Promise<PersonProfile> {
  const { member } = await findPerson(tx, caller.organisation.id, memberId, 'locked')
  if (await withdrawOpen(tx, caller.organisation.id, memberId))
    await record(tx, caller, member, { name: 'person_suggestion_withdrawn' })
  return showProfile(tx, caller, { memberId })
}

/** The suggestions to the caller and their participants that wait for an answer, oldest first. */
export async function listOwnSuggestions(db: Db, { memberId }: MemberActor): Promise<OwnSuggestion[]> {
  const rows = await selectOwn(db, memberId)
  return Promise.all(
    rows.map(async ({ id, club, subjectId, note, createdAt, fields }) => {
      const member = (await selectOptionalMember(db, subjectId))!
      return {
        id,
        club,
        memberId: subjectId,
        name: fullName(member),
        note,
        at: new Date(createdAt).toISOString(),
        changes: changesOf(member, fields),
      }
    }),
  )
}

/** Takes over the accepted fields and declines the others. What the person changed meanwhile gives way to what they accept. */
export async function answerSuggestion(
  secrets: Secrets,
  tx: Tx,
  actor: MemberActor,
  { suggestionId, accepted }: { readonly suggestionId: string; readonly accepted: readonly SuggestedName[] },
): Promise<void> {
  const [row] = await tx.select().from(changeSuggestions).where(eq(changeSuggestions.id, suggestionId)).for('update')
  if (!row) throw new Problem('not_found')
  const member = await selectOptionalMember(tx, row.memberId)
  if (!member || ![member.id, member.parentId].includes(actor.memberId)) throw new Problem('not_found')
  if (row.answeredAt || row.withdrawnAt) throw new Problem('suggestion_answered')
  const taken = namesIn(row.fields).filter((name) => accepted.includes(name))
  if (taken.length > 0) {
    await updateMember(tx, member.id, withCountry(member, pick(row.fields, taken)))
    if (taken.includes('dateOfBirth')) await recountMissingOf(secrets, tx, [member.id])
    if (member.id !== actor.actorId)
      await recordAuditEntry(tx, actor, { subjectId: member.id, name: 'profile_changed', data: { fields: taken } })
  }
  await tx
    .update(changeSuggestions)
    .set({ accepted: taken, answeredAt: tx.now })
    .where(eq(changeSuggestions.id, suggestionId))
  const declined = namesIn(row.fields).filter((name) => !taken.includes(name))
  await record(tx, { actor, organisation: { id: row.orgId } }, member, {
    name: 'person_suggestion_answered',
    after: { accepted: taken, declined },
  })
}

async function selectOwn(db: Reader, memberId: string) {
  const { rows } = await db.execute<{
    id: string
    club: string
    subjectId: string
    note: string
    createdAt: Date
    fields: Partial<SuggestedFields>
  }>(sql`
    select suggestions.id, organisations.name as club, suggestions.member_id as "subjectId", note, suggestions.created_at as "createdAt", fields
    from change_suggestions suggestions join organisations on organisations.id = suggestions.org_id
    where suggestions.member_id in (
        select ${memberId}::uuid union all select id from members where parent_id = ${memberId}::uuid and enabled and archived_at is null)
      and answered_at is null and withdrawn_at is null
    order by suggestions.created_at limit 100`)
  return rows
}

/** Somebody in the club's register; locked, nobody claims or merges them meanwhile. */
async function findPerson(
  db: Reader,
  orgId: string,
  memberId: string,
  lock?: 'locked',
): Promise<{ member: MemberRow; managed: boolean }> {
  const { rows } = await db.execute<{ managed: boolean }>(sql`
    select people.managed and not exists (select from member_identities own where own.member_id = people.member_id) as managed
    from club_people people join members on members.id = people.member_id
    where people.org_id = ${orgId}::uuid and people.member_id = ${memberId}::uuid and members.enabled
    ${lock ? sql`for update of people, members` : sql``}`)
  const member = rows[0] && (await selectOptionalMember(db, memberId))
  if (!rows[0] || !member) throw new Problem('not_found')
  return { member, managed: rows[0].managed }
}

/** Who answers for somebody: themselves with a sign-in, else who looks after them. */
export async function selectAnswerer(db: Reader, member: MemberRow): Promise<MemberRow | null> {
  const { rows } = await db.execute(sql`select from member_identities where member_id = ${member.id} limit 1`)
  if (rows.length > 0) return member
  return member.parentId ? selectOptionalMember(db, member.parentId) : null
}

async function withdrawOpen(tx: Tx, orgId: string, memberId: string): Promise<boolean> {
  const rows = await tx
    .update(changeSuggestions)
    .set({ withdrawnAt: tx.now })
    .where(
      and(
        eq(changeSuggestions.orgId, orgId),
        eq(changeSuggestions.memberId, memberId),
        isNull(changeSuggestions.answeredAt),
        isNull(changeSuggestions.withdrawnAt),
      ),
    )
    .returning({ id: changeSuggestions.id })
  return rows.length > 0
}

interface Notified {
  readonly id: string
  readonly orgId: string
  readonly memberId: string
  readonly receiverId: string
  readonly name: string
}

async function notifyReceiver(tx: Tx, { id, orgId, memberId, receiverId, name }: Notified): Promise<void> {
  const club = await selectOrganisation(tx, orgId)
  await notify(tx, {
    receiverId,
    type: 'CONTACT_US',
    texts: (locale) => ({
      title: m.notification_suggested_title({ club: club.name, name }, { locale }),
      message: m.notification_suggested_message({}, { locale }),
    }),
    data: { suggestionId: id },
    onceKey: `change-suggested:${id}`,
    mail: { template: 'change-suggested', orgId, data: { suggestionId: id, memberId, receiverId } },
  })
}

async function requireUnchanged(
  tx: Tx,
  caller: OfficeCaller,
  { id: memberId, updateDate }: MemberRow,
  version: string,
): Promise<void> {
  if (updateDate.toISOString() === version) return
  throw new Problem('changed_meanwhile', { data: { current: await showProfile(tx, caller, { memberId }) } })
}

function requireName({ firstName, lastName }: Pick<SuggestedFields, 'firstName' | 'lastName'>): void {
  if (firstName === '' && lastName === '')
    throw new Problem('invalid_input', { errors: [{ path: 'firstName', message: 'missing' }] })
}

async function requireFreeEmail(tx: Tx, email: string, memberId: string): Promise<void> {
  await lockEmail(tx, email)
  const { rows } = await tx.execute(sql`select from members where email = ${email} and id <> ${memberId}::uuid`)
  if (rows.length > 0) throw new Problem('email_taken')
}

const columnsOf = (fields: SuggestedFields): SuggestedFields => ({
  ...pick(fields, suggestedNames),
  postCode: fields.postCode.replace(/\s/g, ''),
})

/** An office is not asked for a country, and a member whose address has none is asked to complete it. */
const withCountry = (member: MemberRow, fields: Partial<SuggestedFields>): Partial<MemberRow> =>
  member.country === '' ? { ...fields, country: countryOfPostCode(fields.postCode ?? member.postCode) } : fields

const fieldsOf = (row: MemberRow): PersonFields => ({
  ...(pick(row, suggestedNames) as SuggestedFields),
  email: row.email ?? '',
})

function pick<T extends object, K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>
}

const namesIn = (fields: Partial<SuggestedFields>): SuggestedName[] => suggestedNames.filter((name) => name in fields)

const changesOf = (member: MemberRow, fields: Partial<SuggestedFields>) =>
  namesIn(fields).map((field) => ({ field, before: member[field] ?? '', after: fields[field] ?? '' }))

const record = (
  tx: Tx,
  by: Parameters<typeof recordOfficeChange>[1],
  member: Pick<MemberRow, 'id' | 'firstName' | 'lastName'>,
  change: Omit<Parameters<typeof recordOfficeChange>[2], 'thing' | 'thingId' | 'label'>,
): Promise<void> =>
  recordOfficeChange(tx, by, { ...change, thing: 'member', thingId: member.id, label: fullName(member) })
