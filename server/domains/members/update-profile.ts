import type { Parsed } from '#contract/endpoint.ts'
import type { members } from '#contract/members/members.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { recordAuditEntry } from './audit-log.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { clubOfNotes, may, type OfficeClub, type Relationship } from './policy.ts'
import { presentMember } from './present.ts'
import { type MemberRow, updateMember, writeComments } from './queries.ts'
import { relationshipOf } from './relationship.ts'

type MemberChanges = Parsed<typeof members.update>
type Fields = Partial<MemberRow>

export interface ProfileServices {
  /** Of the later domains, for whatever depends on an age. */
  readonly birthDateChanged: (tx: Tx, memberId: string) => Promise<void>
}

/**
 * Changes what people, or their guardians, may change themselves: not the e-mail, `enabled` or the guardian. A club's
 * office changes its notes and nothing else. Changes for others are logged.
 */
export async function updateProfile(
  { birthDateChanged }: ProfileServices,
  tx: Tx,
  actor: MemberActor,
  changes: MemberChanges,
) {
  const found = await relationshipOf(tx, actor, changes.id)
  if (!found) throw new Problem('not_found')
  const { member, relationship } = found
  const fields = profileOf(tx, relationship, changes)
  const noted = notedBy(clubOfNotes(relationship), changes)
  if (Object.keys(fields).length === 0 && !noted) throw new Problem('forbidden')
  const changed: string[] = (Object.keys(fields) as (keyof Fields)[]).filter((name) => fields[name] !== member[name])
  if (changed.includes('phone') && isImpersonating(actor)) throw new Problem('impersonator_refused')

  const since = changes.updateDate ? new Date(changes.updateDate) : undefined
  const updated = await updateMember(tx, member.id, fields, since)
  if (!updated) throw new Problem('member_changed_meanwhile')
  if (changed.includes('dateOfBirth')) await birthDateChanged(tx, member.id)
  if (noted && noted.comments !== clubOfNotes(relationship)?.comments) {
    await writeComments(tx, {
      memberId: member.id,
      orgId: noted.orgId,
      authorId: actor.actorId,
      text: noted.comments,
    })
    changed.push('comments')
  }
  if (member.id !== actor.actorId)
    await recordAuditEntry(tx, actor, { subjectId: member.id, name: 'profile_changed', data: { fields: changed } })
  return presentMember(updated, noted ? { ...relationship, clubs: [noted] } : relationship)
}

/** Throws `invalid_input` for a birth date in the future. */
export function requireBirthDate({ now }: Tx, day: string | null | undefined): void {
  if (day && day > copenhagenDate(now))
    throw new Problem('invalid_input', { errors: [{ path: 'dateOfBirth', message: 'in the future' }] })
}

/** The changed profile fields; none if the caller may not edit them. */
function profileOf(tx: Tx, relationship: Relationship, changes: MemberChanges): Fields {
  if (!may(relationship, 'edit')) return {}
  requireBirthDate(tx, changes.dateOfBirth)
  const { firstName, lastName, phone, gender, dateOfBirth, language, address } = changes
  return {
    firstName,
    lastName,
    phone,
    gender,
    dateOfBirth,
    language,
    ...(address && {
      addressLine1: address.AddressLine1,
      addressLine2: address.AddressLine2,
      addressLine3: address.AddressLine3,
      city: address.City,
      postCode: address.PostCode.replace(/\s/g, ''),
      country: address.Country,
    }),
  }
}

/** The club with its new notes; null if there are none, or the caller may not write them. */
const notedBy = (club: OfficeClub | null, { comments }: MemberChanges): OfficeClub | null =>
  club && typeof comments === 'string' ? { ...club, comments } : null
