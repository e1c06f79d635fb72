// In three files, so that nobody loads the icons of others.
export type { Icon } from './icon.tsx'
export * from './visitors.ts'
export * from './members.ts'
export * from './office.ts'
