export { memberRoutes } from './routes.ts'
export { may as mayWithMember } from './policy.ts'
export { findMemberId, selectMember, selectOptionalMember, selectOwnPeople, type MemberRow } from './queries.ts'
