import { beforeAll, beforeEach, expect, test } from 'vitest'
import { officeAccess } from '#contract/office/access.ts'
import { officeToday } from '#contract/office/today.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { answered, asked } from '#server/testing/builders/conversation-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: Person

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, anna, ['chair'])
})

const todayOf = ({ token }: Person) => app.call(officeToday.show, { orgId: club.id }, { as: token })

test('mails about the club that failed are named to its chair, and to who writes messages those of their readers', async () => {
  const roles = ['door' as const]
  await app.call(officeAccess.invite, { orgId: club.id, email: 'typo@example.invalid', roles }, { as: anna.token })
  await app.database.sql(
    `update messages set status = 'failed', error = '550 no such user' where template = 'office-invited' and data->>'invitationId'
       in (select id::text from office_invitations where org_id = $1)`,
    [club.id],
  )
  const { thread, messages } = await asked(app, club, bo)
  const about = { orgId: club.id, threadId: thread.id, lastSeen: messages.at(-1)!.id }
  await answered(app, anna, { ...about, text: 'Yes.', token: newToken() })
  await app.database.sql(
    `update messages set status = 'failed', error = '552 full' where template = 'contact-answered' and member_id = $1`,
    [bo.memberId],
  )
  const failed = [
    { name: 'Bo Holm', email: 'bo@example.com', kind: 'contact', error: '552 full' },
    { name: '', email: 'typo@example.invalid', kind: 'account', error: '550 no such user' },
  ]
  expect(await todayOf(anna)).toMatchObject({ failedMails: 2, failedMailList: failed })
  for (const [audience, error] of [
    ['guests', '1'],
    ['members', '2'],
    ['owing', '3'],
  ] as const)
    await app.database.sql(
      `with written as (
         insert into club_messages (id, org_id, audience, filter, subject, body, token_hash, created_by)
         values (portal_new_id(), $1::uuid, $2, $3::jsonb, '{"da": "Hej"}', '{"da": "Hej"}', $1::uuid || $4::text, $5::uuid) returning id)
       insert into messages (id, channel, once_key, template, member_id, data, status, error)
       select portal_new_id(), 'mail', id::text, $6::text, $5::uuid, jsonb_build_object('orgId', $1::uuid, 'clubMessageId', id), 'failed', $4::text from written`,
      [
        club.id,
        audience === 'guests' ? 'guests' : 'members',
        audience === 'owing' ? JSON.stringify({ field: 'owes', op: 'any_of', values: ['some'] }) : null,
        error,
        bo.memberId,
        audience === 'guests' ? 'club-message' : 'member-message',
      ],
    )
  const errorsSeen = async (role: 'chair' | 'secretary' | 'event_manager') => {
    await grantOffice(app, club, bo, [role])
    const { failedMails, failedMailList } = await todayOf(bo)
    expect(failedMails).toBe(failedMailList!.length)
    // Those of one millisecond are in any order.
    return failedMailList!.map(({ error }) => error).toSorted()
  }
  expect(await errorsSeen('chair')).toEqual(['1', '2', '3', '550 no such user', '552 full'])
  expect(await errorsSeen('secretary')).toEqual(['1', '2'])
  expect(await errorsSeen('event_manager')).toEqual(['1'])
  await grantOffice(app, club, bo, ['treasurer'])
  expect(await todayOf(bo)).toMatchObject({ failedMails: null, failedMailList: null })
})
