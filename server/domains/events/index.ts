export { countEvents } from './queries.ts'
export { eventRoutes } from './routes.ts'
export { eventSeller } from './sell-events.ts'
