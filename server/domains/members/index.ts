export { claimToken } from './claim-token.ts'
export { fullName } from './full-name.ts'
export { memberRoutes } from './routes.ts'
export { may as mayWithMember } from './policy.ts'
export {
  findMemberId,
  selectDisabledMembers,
  selectOptionalMember,
  selectOwnPeople,
  selectUnclaimedMember,
} from './queries.ts'
