export { hasInvitations, selectPendingInvitation } from './queries.ts'
