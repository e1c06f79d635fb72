export { officeMails } from './access-mails.ts'
export { officeRoutes } from './routes.ts'
