export { freePort } from '#server/database/free-port.ts'
