export { priceMembership } from './membership-price.ts'
export { saleFacts } from './list-configurations.ts'
export { membershipRoutes } from './routes.ts'
export { membershipSeller } from './sell-memberships.ts'
