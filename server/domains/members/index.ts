export { ageOn } from './age.ts'
export { claimToken } from './claim-token.ts'
export { encodePicture } from './encode-image.ts'
export { fullName } from './full-name.ts'
export { showMember } from './find-member.ts'
export { may as mayWithMember, type Standing } from './policy.ts'
export { presentMember } from './present.ts'
export { lockEmail, selectDisabledMembers, selectOptionalMember, selectUnclaimedMember } from './queries.ts'
export { requireStill } from './require-still.ts'
export { memberRoutes } from './routes.ts'
export {
  keepStandings,
  selectArchivedParticipants,
  selectFamily,
  standingOf,
  standingsOf,
  type Seen,
} from './standing-queries.ts'
