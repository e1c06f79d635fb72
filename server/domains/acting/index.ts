export { actingRoutes } from './routes.ts'
export { findCaller } from './caller-queries.ts'
export { recordAct, recordActs, recordCall } from './record-act.ts'
