export { claimToken } from './claim-token.ts'
export { fullName } from './full-name.ts'
export { showMember } from './find-member.ts'
export { may as mayWithMember, oneself, type Standing } from './policy.ts'
export { presentMember } from './present.ts'
export {
  lockEmail,
  selectDisabledMembers,
  selectOptionalMember,
  selectUnclaimedMember,
  type MemberRow,
} from './queries.ts'
export { memberRoutes } from './routes.ts'
export {
  keepStandings,
  selectArchivedParticipants,
  selectFamily,
  standingOf,
  standingsOf,
  type Seen as SeenMember,
} from './standing-queries.ts'
