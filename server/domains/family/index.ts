export { selectPendingInvitation } from './queries.ts'
