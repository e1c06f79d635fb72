export { administeredOrganisation } from './administered.ts'
export { organisationRoutes } from './routes.ts'
export type { Facts as OrganisationFacts } from './list-organisations.ts'
export { selectOptionalOrganisation, selectOrganisation } from './queries.ts'
