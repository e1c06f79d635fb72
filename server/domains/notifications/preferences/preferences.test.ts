import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { messages } from '#contract/notifications/messages.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { drain } from '#server/jobs/drain.ts'
import { type Person, signedIn } from '#server/testing/builders.ts'
import { startMailServer } from '#server/testing/mails/mail-server.ts'
import { askFor, mailerTo, mailWork } from '#server/testing/mails/sending.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { unsubscribeToken } from './unsubscribe.ts'

let app: TestApp
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
afterAll(() => app.close())
beforeEach(() => app.database.sql('delete from message_preferences'))

const preferences = (of = anna) => app.call(messages.preferences, {}, { as: of.token })
const chosen = async (of = anna) =>
  Object.fromEntries((await preferences(of)).map(({ kind, channel, wanted }) => [`${kind} ${channel}`, wanted]))
const defaults = {
  'account mail': true,
  'payments mail': true,
  'payments whatsapp': false,
  'memberships mail': true,
  'events mail': true,
  'family mail': true,
  'family whatsapp': false,
  'contact mail': true,
  'contact whatsapp': false,
}

describe('the profile', () => {
  test('shows every kind by channel, and what cannot be changed', async () => {
    expect(await chosen()).toEqual(defaults)
    expect((await preferences()).filter(({ can }) => !can.change)).toMatchObject([
      { kind: 'account', channel: 'mail' },
      { kind: 'payments', channel: 'mail' },
    ])
  })

  test('stores a choice of the caller only', async () => {
    const choose = (wanted: boolean) =>
      app.call(messages.prefer, { kind: 'events', channel: 'mail', wanted }, { as: anna.token })
    await choose(false)
    expect(await chosen()).toEqual({ ...defaults, 'events mail': false })
    expect(await chosen(bo)).toEqual(defaults)
    await choose(true)
    expect(await chosen()).toEqual(defaults)
  })

  test('refuses to switch off receipts and account messages', async () => {
    for (const kind of ['payments', 'account'] as const) {
      await expect(
        app.call(messages.prefer, { kind, channel: 'mail', wanted: false }, { as: anna.token }),
      ).rejects.toMatchObject({ status: 409, code: 'message_required' })
    }
  })

  test('allows WhatsApp only with a valid number; the country completes a national one', async () => {
    const choose = (wanted: boolean) =>
      codeOf(app.call(messages.prefer, { kind: 'contact', channel: 'whatsapp', wanted }, { as: bo.token }))
    const reached = async (phone: string, country: string) => {
      await app.database.sql('update members set phone = $1, country = $2 where id = $3', [phone, country, bo.memberId])
      return choose(true)
    }
    expect(await reached('', 'Denmark')).toBe('whatsapp_number_needed')
    expect(await reached('20112233', 'Germany')).toBe('whatsapp_number_needed')
    expect(await chosen(bo)).toEqual(defaults)
    expect(await reached('20112233', 'Denmark')).toBe('ok')
    expect(await chosen(bo)).toEqual({ ...defaults, 'contact whatsapp': true })
    await app.database.sql(`update members set phone = '' where id = $1`, [bo.memberId])
    expect(await choose(false)).toBe('ok')
  })

  test('has no WhatsApp for kinds that never use it, or where it is switched off', async () => {
    await expect(
      app.call(messages.prefer, { kind: 'events', channel: 'whatsapp', wanted: true }, { as: anna.token }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    const off = await createTestApp()
    const person = await signedIn(off, 'anna@example.com')
    const shown = await off.call(messages.preferences, {}, { as: person.token })
    expect(shown.some(({ channel }) => channel === 'whatsapp')).toBe(false)
    await off.close()
  })
})

describe('the link at the foot of a mail', () => {
  const post = (token: string, init: RequestInit) =>
    fetch(`${app.url}/tools/member/unsubscribe?token=${encodeURIComponent(token)}`, { method: 'POST', ...init })
  const token = () => unsubscribeToken(app.context.secrets, { memberId: anna.memberId, kind: 'memberships' })

  test('unsubscribes from its kind of mail with one click, without a sign-in', async () => {
    const server = await startMailServer()
    const work = () => mailWork(app, mailerTo(server.url))
    await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
    await askFor(app, anna.memberId, { to: 'one@mail.example' }, { template: 'membership-renew' })
    await drain(app.context.jobsDb, work())
    const [address] = server.caught[0]!.headers.flatMap((line) => /^List-Unsubscribe: <(.*)>$/.exec(line)?.[1] ?? [])
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(address!, { method: 'POST', body: oneClick })).status).toBe(200)
    expect(await chosen()).toEqual({ ...defaults, 'memberships mail': false })

    await askFor(app, anna.memberId, { to: 'two@mail.example' }, { template: 'membership-renew' })
    await drain(app.context.jobsDb, work())
    expect(server.caught).toHaveLength(1)
    await server.close()
  })

  test('accepts the form that mail services send', async () => {
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    expect(await (await post(token(), { body })).json()).toEqual({ kind: 'memberships', wanted: false })
    const broken = { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'no parts at all' }
    expect((await post(token(), broken)).status).toBe(422)
  })

  test('changes nothing when a scanner follows it', async () => {
    expect(await app.call(messages.subscription, { token: token() }, {})).toEqual({ kind: 'memberships', wanted: true })
    expect(await app.call(messages.subscription, { token: token() }, {})).toEqual({ kind: 'memberships', wanted: true })
    expect(await chosen()).toEqual(defaults)
  })

  test('resubscribes', async () => {
    await post(token(), { body: new URLSearchParams() })
    await post(token(), { body: new URLSearchParams() })
    expect(await app.call(messages.resubscribe, { token: token() }, {})).toEqual({ kind: 'memberships', wanted: true })
    expect(await chosen()).toEqual(defaults)
  })

  test.each([
    ['made up', () => `${anna.memberId}.memberships.${'x'.repeat(43)}`],
    ['of somebody else', () => token().replace(anna.memberId, bo.memberId)],
    ['of another kind', () => token().replace('memberships', 'events')],
    [
      'for what must be sent',
      () => unsubscribeToken(app.context.secrets, { memberId: anna.memberId, kind: 'payments' }),
    ],
    [
      'signed with another key',
      () => unsubscribeToken(createSecrets('x'.repeat(40)), { memberId: anna.memberId, kind: 'events' }),
    ],
    ['with more behind it', () => `${token()}.x`],
    [
      'of nobody',
      () => unsubscribeToken(app.context.secrets, { memberId: '01890000-0000-7000-8000-000000000009', kind: 'events' }),
    ],
    ['empty', () => ''],
  ])('%s, changes nothing', async (_, made) => {
    for (const call of [messages.subscription, messages.unsubscribe, messages.resubscribe]) {
      await expect(app.call(call, { token: made() }, {})).rejects.toMatchObject({ code: 'unsubscribe_link_invalid' })
    }
    expect(await app.database.sql('select * from message_preferences')).toEqual([])
  })
})
