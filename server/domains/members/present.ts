import type { Address, Member } from '#contract/members.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { may } from './policy.ts'
import type { MemberRow } from './queries.ts'

/** The address as the wire knows it; null when nothing of it is known. */
function presentAddress(row: MemberRow): Address | null {
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

export const presentMember = (actor: MemberActor, row: MemberRow): Member => ({
  id: row.id,
  parentId: row.parentId,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth,
  profileImage: row.profileImage,
  address: presentAddress(row),
  enabled: row.enabled,
  language: row.language,
  registrationDate: row.registrationDate.toISOString(),
  updateDate: row.updateDate.toISOString(),
  familyLink: false,
  familyInvitationStatus: null,
  familyInvitationRequest: null,
  can: { edit: may(actor, 'edit', row) },
})
