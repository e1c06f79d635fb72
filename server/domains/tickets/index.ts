export { ticketRoutes } from './routes.ts'
export { ticketEnclosures } from './ticket-enclosures.ts'
