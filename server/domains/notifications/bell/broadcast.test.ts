import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { deleteForgotten } from '../queries.ts'
import { broadcast } from './broadcast.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

test('a notification that its receiver deleted does not come back when the same is sent again', async () => {
  const { id: orgId } = await buildClub(app)
  const { memberId } = await signedIn(app, 'anna@example.com')
  const send = () =>
    inTransaction(app.context.db, (tx) =>
      broadcast(tx, {
        onceKey: `ends:${orgId}`,
        type: 'MEMBERSHIP_RENEW',
        texts: () => ({ title: 'Your membership ends soon', message: 'Renew it' }),
        receivers: sql`select ${memberId}::uuid as member_id`,
        data: { orgId },
        mail: { template: 'membership-renew', data: { orgId, endDate: '2026-12-31' } },
      }),
    )
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  await app.runJobs({ all: true })
  await app.database.sql(
    `update notifications set deleted_at = portal_now() - interval '25 hours' where data ->> 'orgId' = $1`,
    [orgId],
  )
  await deleteForgotten(app.context.db)
  expect(await send()).toBe(0)
})
