export { adoptNotes } from './adopt-queries.ts'
export { noteSchedule } from './jobs.ts'
export { noteRoutes } from './routes.ts'
