import type { Address, Member } from '#contract/members/members.ts'
import { clubOfNotes, may, oneself, type Relationship } from './policy.ts'
import type { MemberRow } from './queries.ts'

export function presentAddress(row: MemberRow): Address | null {
  const address = {
    AddressLine1: row.addressLine1,
    AddressLine2: row.addressLine2,
    AddressLine3: row.addressLine3,
    City: row.city,
    PostCode: row.postCode,
    Country: row.country,
  }
  return Object.values(address).some((part) => part !== '') ? address : null
}

/** A family link shares name, e-mail, phone and address, nothing else. */
const shared = (row: MemberRow) => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  address: presentAddress(row),
  registrationDate: row.registrationDate.toISOString(),
  updateDate: row.updateDate.toISOString(),
})

const withheld = {
  parentId: null,
  gender: '',
  dateOfBirth: null,
  profileImage: null,
  enabled: true,
  archivedAt: null,
  language: null,
} as const

const ownFields = (row: MemberRow) => ({
  parentId: row.parentId,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth,
  profileImage: row.profileImage,
  enabled: row.enabled,
  archivedAt: row.archivedAt?.toISOString() ?? null,
  language: row.language,
})

/**
 * The notes of the caller's clubs, prefixed with the club's name if there are several. Null if the caller may not
 * read them.
 */
function notesFor(relationship: Relationship): string | null {
  const { clubs } = relationship
  if (clubs.length === 1) return clubs[0]!.comments
  const written = clubs.filter(({ comments }) => comments !== '')
  return clubs.length > 0 ? written.map(({ name, comments }) => `${name}: ${comments}`).join('\n\n') : null
}

/** A member as the caller may see them, field by field. The caller must be allowed to see the member. */
export function presentMember(row: MemberRow, relationship: Relationship = oneself): Member {
  const linked = relationship.as === 'relative' || relationship.as === 'relative_participant'
  return {
    ...shared(row),
    ...withheld,
    ...(may(relationship, 'see_all') ? ownFields(row) : {}),
    comments: notesFor(relationship),
    familyLink: linked,
    familyInvitationStatus: linked ? 'approved' : null,
    familyInvitationRequest: linked ? relationship.invitationId : null,
    can: {
      edit: may(relationship, 'edit'),
      buy: may(relationship, 'buy'),
      archive: may(relationship, 'archive'),
      comment: clubOfNotes(relationship) !== null,
    },
  }
}

/**
 * Age in whole years on a day; both `YYYY-MM-DD`. In other years somebody born on 29 February has their birthday on 1
 * March.
 */
export function ageOn(day: string, dateOfBirth: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}
