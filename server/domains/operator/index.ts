export { tryGatewayKey } from './gateway-key.ts'
export { operatorRoutes } from './routes.ts'
export { switchToLive } from './change-club.ts'
