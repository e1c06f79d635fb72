export { callName, fullName } from '#contract/members/full-name.ts'
export { ageOn, presentAddress } from './present.ts'
export { claimToken } from './claim-account.ts'
export { languageOf } from './language-of.ts'
export {
  familyOf,
  isFamilyOf,
  lockRelationships,
  type MemberWithRelationship,
  type PersonWithRelationship,
  reasonFor,
  relationshipOf,
  relationshipsOf,
  requireMemberOf,
  selectFamily,
  visibleTo as personVisibleTo,
} from './relationship.ts'
export { may as mayWithMember, oneself, type Reason } from './policy.ts'
export {
  type Contact,
  lockEmail,
  lockEnabledMember,
  type MemberRow,
  personNow,
  selectContacts,
  selectDisabledMembers,
  selectNames,
  selectOptionalMember,
  selectUnclaimedMember,
  signInHash,
  updateMember,
} from './queries.ts'
export { requireBirthDate } from './update-profile.ts'
export { hasLeft, insertManagedPerson, joinClub, numberEverybody, numberPeople, resumeTeams } from './join-club.ts'
export { hasDied, isReachable, peopleOf, type PersonOfClub, withinReachOf } from './people-of-club.ts'
export { memberRoutes } from './routes.ts'
export { findCaller, wasSuperAdmin } from './find-caller.ts'
export { matchesMember } from './list-members.ts'
export { recordAuditEntry, recordAuditEntries, recordCall } from './audit-log.ts'
export { listInvitations } from './family/invitations.ts'
export { listPeople, updateArchived } from './family/participants.ts'
export { answerBy, familySchedule } from './family/end-unanswered.ts'
export { familyJobs, type FamilyNotifications } from './family/jobs.ts'
export {
  type InvitationOfTwo,
  keepLinks,
  selectOptionalInvitation,
  selectPendingInvitation,
} from './family/invitation-queries.ts'
