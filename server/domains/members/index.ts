export { memberRoutes } from './routes.ts'
export { may as mayWithMember } from './policy.ts'
export { findMemberId, selectDisabledMembers, selectOptionalMember, selectOwnPeople } from './queries.ts'
