export { memberRoutes } from './routes.ts'
export { may as mayWithMember } from './policy.ts'
export { findMemberId, selectOptionalMember, selectOwnPeople } from './queries.ts'
