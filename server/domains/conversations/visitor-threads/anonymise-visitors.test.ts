import { beforeAll, expect, test } from 'vitest'
import { officeConversations } from '#contract/conversations/office.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered, asked, askedByVisitor, attached, newestIn } from '#server/testing/builders/conversation-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { anonymiseVisitors } from './anonymise-visitors.ts'

let app: TestApp
let club: Club
let anna: Person
let rikke: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
  rikke = await signedIn(app, 'admin@roklub.example')
})

const setState = async (threadId: string, state: 'closed' | 'answered') => {
  const lastSeen = await newestIn(app, threadId)
  await app.call(officeConversations.setState, { orgId: club.id, threadId, state, lastSeen }, { as: rikke.token })
}
const bellText = async ({ memberId }: Person) =>
  JSON.stringify(await app.database.sql('select title from notifications where receiver_id = $1', [memberId]))
const inOffice = (threadId: string) =>
  app.call(officeConversations.showInOffice, { orgId: club.id, threadId }, { as: rikke.token })

test('a year after the last message of an answered thread its visitor is forgotten; the texts stay', async () => {
  const left = await signedIn(app, 'bo@example.com')
  await app.database.sql('insert into organisation_admins (org_id, member_id) values ($1, $2)', [
    club.id,
    left.memberId,
  ])
  const old = await askedByVisitor(app, club, { subject: 'Trying out', name: 'Olga Old', email: 'olga@old.example' })
  const waiting = await askedByVisitor(app, club, { name: 'Willy Waits', email: 'willy@old.example' })
  const file = await attached(app, anna)
  const { thread } = await asked(app, club, anna, { attachmentIds: [file.id] })
  await setState(old.threadId, 'closed')
  await setState(thread.id, 'closed')
  // Whoever is disabled meanwhile keeps no name either.
  await app.database.sql('update members set enabled = false where id = $1', [left.memberId])
  expect(await bellText(left)).toContain('Olga')
  await app.moveClock('364 days')
  const young = await askedByVisitor(app, club, { name: 'Yrsa Young', email: 'yrsa@new.example' })
  await setState(young.threadId, 'answered')
  expect(await anonymiseVisitors(app.context.db)).toBe(0)
  await app.moveClock('3 days')
  expect(await anonymiseVisitors(app.context.db)).toBe(1)
  expect(await anonymiseVisitors(app.context.db)).toBe(0)

  for (const table of ['threads', 'thread_messages', 'notifications'])
    expect((await app.database.sql(`select t::text from ${table} t where t::text ilike '%olga%'`)).length).toBe(0)
  const { thread: shown, messages } = await inOffice(old.threadId)
  expect(shown).toMatchObject({ subject: 'Trying out', asker: { name: 'Name deleted', email: '', memberId: null } })
  expect(messages).toMatchObject([{ author: 'Name deleted', text: 'May I try rowing?' }])
  const found = await app.call(officeConversations.inbox, { orgId: club.id, q: 'trying rowing' }, { as: rikke.token })
  expect(found.threads.map(({ id }) => id)).toContain(old.threadId)

  // A colleague who still answers gets the error that nobody would read it.
  const answer = (threadId: string, lastSeen: string) =>
    codeOf(answered(app, rikke, { orgId: club.id, threadId, text: 'Come on Monday.', token: newToken(), lastSeen }))
  expect(await answer(old.threadId, messages.at(-1)!.id)).toBe('asker_forgotten')
  expect((await inOffice(old.threadId)).messages).toHaveLength(1)
  expect(await answer(young.threadId, await newestIn(app, young.threadId))).toBe('ok')

  // The link opens nothing any more; the others' do, and so are they known.
  const { link } = old
  expect(await codeOf(app.call(visitors.show, { link }))).toBe('thread_link_invalid')
  expect(await codeOf(app.call(visitors.write, { link, text: 'Me again', token: newToken() }))).toBe(
    'thread_link_invalid',
  )
  expect(await codeOf(app.call(visitors.attachment, { link, attachmentId: file.id }))).toBe('thread_link_invalid')
  for (const one of [waiting, young]) {
    expect(await codeOf(app.call(visitors.show, { link: one.link }))).toBe('ok')
    expect((await inOffice(one.threadId)).thread.asker.email).toMatch(/example$/)
  }
  expect((await inOffice(thread.id)).thread.asker.name).toBe('Anna Holm')
})
