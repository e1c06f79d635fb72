import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { finishMail, kindOf, type MailDraft } from '#server/domains/notifications/index.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  linkedTo,
  signedIn,
  type Club,
  type Person,
} from '#server/testing/builders.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { htmlSkeleton, htmlText } from '#server/testing/html-skeleton.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { readPdf } from '#server/testing/pdf-reader.ts'
import { openWindow, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { mailerTo } from '#server/testing/sending.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { messagesOf } from './messages.ts'

type Template = keyof typeof kindOf

let app: TestApp
let anna: Person
let club: Club
let child: string
const about = {} as Record<Template, Record<string, unknown>>
let refunds: Record<'credit' | 'void', string>
let toStranger: string
let server: MailServer

beforeAll(async () => {
  app = await createTestApp()
  server = await startMailServer()
  anna = await signedIn(app, 'anna@example.com')
  child = await buildParticipant(app, anna, 'Alma')
  club = await buildClub(app)
  await app.database.sql(`update organisations set name = 'Roskilde Roklub' where id = $1`, [club.id])
  const token = await prepare(app, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: child, season: club.season },
  ])
  await visit((await payInWindow(await openWindow(app, anna, club.season, token, 2 * club.season.total), '0000'))!)
  const [order] = await app.database.sql<{ id: string }>(`select id from orders where status = 'paid'`)
  refunds = { credit: await giveBack(order!.id, 'credit'), void: await giveBack(order!.id, 'void') }
  const year = Number(club.season.startDate.slice(0, 4)) + 1
  await buildSeason(app, club, {
    name: `Voksen ${year}`,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: '2020-01-01',
  })
  // A member whom a club has written down, and nobody signs in as.
  const unclaimed = newId()
  await app.database.sql(
    `insert into members (id, first_name, last_name, email) values ($1, 'Ulla', 'Vest', 'u@mail.example')`,
    [unclaimed],
  )
  about['order-paid'] = { orderId: order!.id }
  about['given-back'] = { refundId: refunds.credit }
  about.welcome = { memberId: anna.memberId }
  about.claim = { memberId: unclaimed }
  const [bo, carla] = [await signedIn(app, 'bo@example.com'), await signedIn(app, 'carla@example.com')]
  about['family-invited'] = { invitationId: await linkedTo(app, bo, anna, 'pending') }
  about['family-linked'] = { invitationId: await linkedTo(app, anna, carla) }
  about['family-ended'] = { memberId: anna.memberId, endedBy: bo.memberId }
  toStranger = await linkedTo(app, anna, bo, 'pending')
  await app.database.sql(
    `update family_invitations set invitee_id = null, invitee_email = 'nobody@nowhere.example' where id = $1`,
    [toStranger],
  )
  about['membership-renew'] = { memberId: anna.memberId, orgId: club.id, endDate: club.season.endDate }
})
afterAll(async () => {
  await server.close()
  await app.close()
})

async function giveBack(orderId: string, method: string): Promise<string> {
  const id = newId()
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, method, status, done_at)
     select $1, order_id, org_id, id, gen_random_uuid(), amount, currency, test_mode, 'authorised_twice', $3, 'done', now()
     from payments where order_id = $2`,
    [id, orderId, method],
  )
  if (method === 'credit')
    await app.database.sql(
      'insert into credit_notes (refund_id, org_id, year, test_mode, number) select id, org_id, 2026, false, 3 from refunds where id = $1',
      [id],
    )
  return id
}

async function write(
  template: Template,
  data: Record<string, unknown> = about[template],
  memberId: string | null = anna.memberId,
) {
  const draft = (await messagesOf(app.context).mails[template](data as never)) as MailDraft
  return { draft, mail: await finishMail(app.context, draft, { memberId, kind: kindOf[template] }) }
}
const speak = (language: 'da' | 'en' | null) => app.database.sql('update members set language = $1', [language])

describe.each([
  ['da', '1.770,00 kr.', '885,00 kr.', '1. jan. – 31. dec.'],
  ['en', 'DKK 1,770.00', 'DKK 885.00', '1 Jan – 31 Dec'],
] as const)('in %s', (language, total, price, days) => {
  beforeAll(() => speak(language))
  const da = language === 'da'
  const year = () => club.season.startDate.slice(0, 4)

  test('a paid order: who, what, when, how much, and the receipt', async () => {
    const { mail, draft } = await write('order-paid')
    expect(mail).toMatchObject({
      to: { name: 'Anna Holm', address: 'anna@example.com' },
      fromName: 'Roskilde Roklub',
      replyTo: `${club.key}@club.example`,
      subject: da
        ? `Dit medlemskab ${year()} i Roskilde Roklub er betalt`
        : `Your ${year()} membership of Roskilde Roklub is paid`,
      unsubscribeUrl: null,
    })
    expect(mail.html).toContain(`lang="${language}"`)
    for (const shown of [mail.text, htmlText(mail.html)]) {
      for (const fact of ['Anna', 'Alma Holm', `Adult ${year()}`, `${days} ${year()}`, price, total, '-00001'])
        expect(shown).toContain(fact)
    }
    expect(mail.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/membership\/[0-9a-f-]{36}\/receipt/)
    expect(draft.attachments).toMatchObject([{ fileName: expect.stringMatching(da ? /^Kvittering/ : /^Receipt/) }])
    expect(readPdf(draft.attachments![0]!.bytes).text).toContain(total.replace(/\s/g, ''))
  })

  test('money paid back: why, how much, with the credit note', async () => {
    const { mail, draft } = await write('given-back')
    expect(mail.subject).toBe(
      da ? 'Din betaling til Roskilde Roklub er betalt tilbage' : 'Your payment to Roskilde Roklub was paid back',
    )
    for (const fact of [total, '2026-00003', da ? 'godkendt to gange' : 'authorised twice'])
      expect(mail.text).toContain(fact)
    expect(draft.attachments).toHaveLength(1)
    expect(mail.unsubscribeUrl).toBeNull()
  })

  test('money that was only reserved: no credit note', async () => {
    const { mail, draft } = await write('given-back', { refundId: refunds.void })
    expect(mail.text).toContain(da ? 'kun reserveret' : 'only reserved')
    expect(draft.attachments).toEqual([])
  })

  test('welcome: from the portal, with the next steps', async () => {
    const { mail } = await write('welcome')
    expect(mail).toMatchObject({ fromName: 'Klubportal', replyTo: null, unsubscribeUrl: null })
    expect(mail.text).toMatch(
      da
        ? /1\. Udfyld din profil[\s\S]*2\. Bliv medlem[\s\S]*3\./
        : /1\. Complete your profile[\s\S]*2\. Join[\s\S]*3\./,
    )
  })

  test('a claim: to the address itself, with a link for a day', async () => {
    const { mail } = await write('claim')
    expect(mail).toMatchObject({ to: { address: 'u@mail.example' }, fromName: 'Klubportal', unsubscribeUrl: null })
    expect(mail.text).toMatch(/\/claim-account\?token=[\w.-]{60,}/)
    expect(mail.text).toContain(da ? '24 timer' : '24 hours')
  })

  test('an invitation to family: who asks, what is shared, and a way out of such mails', async () => {
    const { mail } = await write('family-invited')
    expect(mail).toMatchObject({
      to: { name: 'Anna Holm', address: 'anna@example.com' },
      subject: da ? 'Bo Holm vil gerne forbinde jer som familie' : 'Bo Holm would like to link you as family',
      fromName: 'Klubportal',
    })
    for (const fact of ['bo@example.com', '/participants-list#family', da ? 'telefon og adresse' : 'phone and address'])
      expect(mail.text).toContain(fact)
    expect(mail.unsubscribeUrl).toMatch(/token=/)
  })

  test('an invitation to who has no account: how to get one, and no links that need one', async () => {
    const { mail } = await write('family-invited', { invitationId: toStranger }, null)
    expect(mail).toMatchObject({ to: { name: '', address: 'nobody@nowhere.example' }, unsubscribeUrl: null })
    expect(mail.text).toMatch(da ? /1\. Opret en konto/ : /1\. Create an account/)
    expect(mail.text).not.toMatch(/unsubscribe|#messages/)
    expect(htmlText(mail.html)).toContain('nobody@nowhere.example')
  })

  test('a link that holds, and one that has ended: with whom', async () => {
    const linked = await write('family-linked')
    expect(linked.mail.subject).toBe(da ? 'Du og Carla Friis er forbundet' : 'You and Carla Friis are linked')
    const { mail } = await write('family-ended')
    expect(mail.text).toContain(da ? 'Bo Holm har afsluttet' : 'Bo Holm has ended')
    expect([linked.mail.unsubscribeUrl, mail.unsubscribeUrl].every(Boolean)).toBe(true)
  })

  test('a reminder: whose membership ends, what the next season costs, and how to end such mails', async () => {
    const { mail } = await write('membership-renew')
    for (const fact of [
      'Anna Holm',
      'Alma Holm',
      `Voksen ${Number(year()) + 1}`,
      price,
      `/membership/new?orgId=${club.id}`,
    ])
      expect(mail.text).toContain(fact)
    expect(mail.unsubscribeUrl).toMatch(/\/tools\/member\/unsubscribe\?token=/)
    expect(mail.text).toMatch(/\/unsubscribe\?token=/)
  })
})

test('whoever chose no language gets the one they bought in', async () => {
  await speak(null)
  await app.database.sql(`update orders set language = 'da'`)
  expect((await write('order-paid')).mail.html).toContain('lang="da"')
  await app.database.sql(`update orders set language = 'en'`)
  expect((await write('order-paid')).mail.html).toContain('lang="en"')
})

test('a mail about an invitation that was answered meanwhile, or a link that has ended, is not written', async () => {
  const mails = messagesOf(app.context).mails
  await app.database.sql(`update family_invitations set status = 'ended'`)
  expect(await mails['family-invited'](about['family-invited'] as never)).toBeNull()
  expect(await mails['family-linked'](about['family-linked'] as never)).toBeNull()
  await app.database.sql(
    `update family_invitations set status = case when id = $1 then 'approved' else 'pending' end`,
    [about['family-linked'].invitationId],
  )
})

test('a stranger’s mail makes no link of what somebody calls themselves', async () => {
  const name = 'Win at https://evil.example/x now <b>!'
  await app.database.sql(`update members set first_name = $1, last_name = '' where id = $2`, [name, anna.memberId])
  const { mail } = await write('family-invited', { invitationId: toStranger }, null)
  await app.database.sql(`update members set first_name = 'Anna', last_name = 'Holm' where id = $1`, [anna.memberId])
  expect(mail.text + mail.html + mail.subject).not.toMatch(/evil\.example|https:\/\/evil/)
  expect(mail.subject).toContain('Win at httpsevilexamplex now b')
})

test('a mail about a test says so in its subject and above its text', async () => {
  await app.database.sql('update orders set test_mode = true')
  const { mail } = await write('order-paid')
  await app.database.sql('update orders set test_mode = false')
  expect(mail.subject).toMatch(/^TEST – /)
  expect(mail.text).toMatch(/^! .*test/m)
})

describe('whatever people write', () => {
  const templates = Object.keys(kindOf) as Template[]
  const forbidden = [
    '/JavaScript',
    '/JS',
    '/URI',
    '/Launch',
    '/AA',
    '/OpenAction',
    '/Action',
    '/SubmitForm',
    '/EmbeddedFile',
    '/GoToR',
  ]
  const actsOn = (bytes: Uint8Array) => [...readPdf(bytes).names].filter((name) => forbidden.includes(name))

  /** Every text that a person or a club may write is this one. */
  async function everybodyWrites(text: string) {
    await app.database.sql('update members set first_name = $1, last_name = $1', [text])
    await app.database.sql('update organisations set name = $1, address = $1, cvr = $1, contact_email = $1', [text])
    await app.database.sql('update membership_configurations set name = $1', [text])
    await app.database.sql('update order_lines set title = $1, member_name = $1', [text])
    await app.database.sql('update orders set number = $1', [text])
    for (const field of [
      'name',
      'phone',
      'addressLine1',
      'addressLine2',
      'addressLine3',
      'postCode',
      'city',
      'country',
    ])
      await app.database.sql(`update orders set billing = jsonb_set(billing, $1, to_jsonb($2::text))`, [[field], text])
  }

  const plain: Partial<Record<Template, string[]>> = {}
  beforeAll(async () => {
    await everybodyWrites('Harmless')
    for (const template of templates) plain[template] = htmlSkeleton((await write(template)).mail.html)
  })

  test.each(Object.entries(hostileTexts))('%s: stays text in every mail, document and header', async (_, text) => {
    await everybodyWrites(text)
    const shown = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u200f\u202e\u2066]/g, '')
    for (const template of templates) {
      const { mail, draft } = await write(template)
      const skeleton = htmlSkeleton(mail.html).map((line) => line.replace(/token=[\w.-]+/g, 'token='))
      expect(skeleton).toEqual(plain[template]!.map((line) => line.replace(/token=[\w.-]+/g, 'token=')))
      expect(htmlText(mail.html)).toContain(shown.split(' ')[0])
      for (const { bytes } of draft.attachments ?? []) {
        expect(actsOn(bytes)).toEqual([])
        const visible = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
        expect(readPdf(bytes).text).toContain(visible)
      }
      server.caught.splice(0)
      await mailerTo(server.url).send('id', mail)
      expect(server.caught).toMatchObject([{ receivers: [mail.to.address] }])
      const names = server.caught[0]!.headers.map((line) => line.split(':')[0]!.toLowerCase())
      expect(names.filter((name) => name === 'to' || name === 'bcc' || name === 'cc')).toEqual(['to'])
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
