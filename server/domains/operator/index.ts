export { operatorRoutes } from './routes.ts'
export { switchToLive } from './change-club.ts'
