export { tryGatewayKey } from './gateway-key.ts'
export { backupMeasures } from './backup-measures.ts'
export { operatorRoutes } from './routes.ts'
export { switchToLive } from './change-club.ts'
