import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, type Person, signedIn } from '#server/testing/builders.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { deleteForgotten } from '../queries.ts'
import { broadcast } from './broadcast.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

test('the same sent again reaches who has come since, and nobody who deleted it', async () => {
  const { id: orgId } = await buildClub(app)
  const anna = await signedIn(app, 'anna@example.com')
  const bo = await signedIn(app, 'bo@example.com')
  const send = (...receivers: readonly Person[]) =>
    inTransaction(app.context.db, (tx) =>
      broadcast(tx, {
        onceKey: `ends:${orgId}`,
        type: 'MEMBERSHIP_RENEW',
        texts: () => ({ title: 'Your membership ends soon', message: 'Renew it' }),
        receivers: sql`select unnest(${sql.param(receivers.map(({ memberId }) => memberId))}::uuid[]) as member_id`,
        data: { orgId },
        mail: { template: 'membership-renew', data: { orgId, endDate: '2026-12-31' } },
      }),
    )
  expect(await send(anna)).toBe(1)
  expect(await send(anna)).toBe(0)
  await app.runJobs({ all: true })
  await app.database.sql(
    `update notifications set deleted_at = portal_now() - interval '25 hours' where data ->> 'orgId' = $1`,
    [orgId],
  )
  await deleteForgotten(app.context.db)
  expect(await send(anna, bo)).toBe(1)
  await app.runJobs({ all: true })
  expect(await mailsTo(app, 'bo@example.com')).toHaveLength(1)
})
