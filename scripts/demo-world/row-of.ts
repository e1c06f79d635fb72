import type * as schema from '#server/database/schema/index.ts'

/** A row to insert into one of the portal's tables. */
export type RowOf<T extends keyof typeof schema> = (typeof schema)[T] extends { $inferInsert: infer R } ? R : never
