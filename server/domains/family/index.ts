export { adoptInvitations } from './adopt-invitations.ts'
export { updateArchived } from './participant-queries.ts'
export type { FamilyLetters } from './family-letters.ts'
export { familyJobs } from './jobs.ts'
export {
  hasInvitations,
  keepLinks,
  selectOptionalInvitation,
  selectPendingInvitation,
  type InvitationOfTwo,
} from './queries.ts'
export { familyRoutes } from './routes.ts'
