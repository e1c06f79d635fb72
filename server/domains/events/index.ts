export { countEvents } from './queries.ts'
