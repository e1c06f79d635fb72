import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

/** Comes when at least so many statements wait for somebody else's lock. */
export const lockWaits = (app: TestApp, count: number) =>
  expect.poll(async () => (await app.database.sql(waiting)).length).toBeGreaterThanOrEqual(count)
