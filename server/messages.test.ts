import { beforeAll, describe, expect, test } from 'vitest'
import { htmlText } from '#server/testing/mails/html-skeleton.ts'
import { startBatch } from '#server/database/batch.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildFace, buildSeason, type Club } from '#server/testing/builders.ts'
import { openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { finishMail } from '#server/domains/notifications/index.ts'
import { kindOf } from '#contract/notifications/messages.ts'
import { buildWrittenMails, type MailTemplate, type WrittenMails } from '#server/testing/mails/written-mails.ts'
import { messagesOf } from './messages.ts'

let app: TestApp
let world: WrittenMails
beforeAll(async () => {
  app = await sharedApp()
  world = await buildWrittenMails(app)
})

const write: WrittenMails['write'] = (...which) => world.write(...which)
const speak = (language: 'da' | 'en' | null) => app.database.sql('update members set language = $1', [language])

describe.each([
  ['da', '1.770,00\u00a0kr.', '885,00\u00a0kr.', '1. jan. – 31. dec.'],
  ['en', 'DKK\u00a01,770.00', 'DKK\u00a0885.00', '1 Jan – 31 Dec'],
] as const)('in %s', (language, total, price, days) => {
  beforeAll(() => speak(language))
  const da = language === 'da'
  /** Requirements of a screen reader for a PDF. */
  const readable = (title: RegExp) => ({
    about: { lang: language, title: expect.stringMatching(title), author: 'Roskilde Roklub', showsTitle: true },
    parts: expect.arrayContaining(['Document', 'H1', 'P']),
    unmarked: 0,
  })
  const year = () => world.club.season.startDate.slice(0, 4)

  test('a paid order: who, what, when, how much, and the receipt', async () => {
    const { mail, draft } = await write('order-paid')
    expect(mail).toMatchObject({
      to: { name: 'Anna Holm', address: 'anna@example.com' },
      fromName: 'Roskilde Roklub',
      replyTo: `${world.club.key}@club.example`,
      subject: da
        ? `Anna og Alma – Medlemskaberne i Roskilde Roklub for ${year()} er betalt`
        : `Anna and Alma – The memberships of Roskilde Roklub for ${year()} are paid`,
      unsubscribeUrl: null,
    })
    expect(mail.html).toContain(`lang="${language}"`)
    for (const shown of [mail.text, htmlText(mail.html)]) {
      for (const fact of ['Anna', 'Alma Holm', `Adult ${year()}`, `${days} ${year()}`, price, total, '-00001'])
        expect(shown).toContain(fact)
    }
    expect(mail.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/membership\/[0-9a-f-]{36}\/receipt/)
    expect(draft.attachments).toMatchObject([
      { fileName: expect.stringMatching(da ? /^Kvittering-for-medlemskab-/ : /^Membership-receipt-/) },
    ])
    const receipt = readPdf(draft.attachments![0]!.bytes)
    expect(receipt.text).toContain(total.replace(/\s/g, ''))
    expect(receipt).toMatchObject(readable(da ? /^Kvittering for medlemskab / : /^Membership receipt /))
  })

  test('a credit: why, how much, with the credit note', async () => {
    const { mail, draft } = await write('given-back')
    expect(mail.subject).toBe(
      da ? `${total} er refunderet fra Roskilde Roklub` : `${total} was refunded by Roskilde Roklub`,
    )
    for (const fact of [total, '2026-00003', da ? 'godkendt to gange' : 'authorised twice'])
      expect(mail.text).toContain(fact)
    expect(draft.attachments).toHaveLength(1)
    expect(readPdf(draft.attachments![0]!.bytes)).toMatchObject(readable(da ? /^Kreditnota / : /^Credit note /))
    expect(mail.unsubscribeUrl).toBeNull()
  })

  test('a void: no credit note', async () => {
    const { mail, draft } = await write('given-back', { refundId: world.refunds.void })
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
    expect(mail.text).toMatch(da ? /Svar senest den \d+\. \w+ 20\d\d\./ : /Answer by \d+ \w+ 20\d\d\./)
    expect(mail.unsubscribeUrl).toMatch(/token=/)
  })

  test('an invitation to somebody without an account: how to get one, and no links that need one', async () => {
    const { mail } = await write('family-invited', { invitationId: world.toStranger }, null)
    expect(mail).toMatchObject({ to: { name: '', address: 'nobody@nowhere.example' }, unsubscribeUrl: null })
    expect(mail.text).toMatch(da ? /1\. Opret en konto/ : /1\. Create an account/)
    expect(mail.text).not.toMatch(/unsubscribe|#messages/)
    expect(htmlText(mail.html)).toContain('nobody@nowhere.example')
  })

  test('an approved family link, and one that has ended: with whom', async () => {
    const linked = await write('family-linked')
    expect(linked.mail.subject).toBe(da ? 'Du og Carla Friis er forbundet' : 'You and Carla Friis are linked')
    const { mail } = await write('family-ended')
    expect(mail.text).toContain(da ? 'Bo Holm har afsluttet' : 'Bo Holm has ended')
    expect([linked.mail.unsubscribeUrl, mail.unsubscribeUrl].every(Boolean)).toBe(true)
  })

  test("a club's answer: its text line by line, from the club, to the asker", async () => {
    const { mail } = await write('contact-answered')
    expect(mail).toMatchObject({
      to: { name: 'Anna Holm', address: 'anna@example.com' },
      fromName: 'Roskilde Roklub',
      replyTo: `${world.club.key}@club.example`,
      subject: da ? 'Svar fra Roskilde Roklub: A boat place' : 'Reply from Roskilde Roklub: A boat place',
    })
    expect(mail.text).toContain('> Yes, place 12.\n> Welcome!\n')
    expect(mail.html).toMatch(/Yes, place 12\.<br\s*\/?>Welcome!/)
    expect(mail.text).toMatch(/\/contact-us\?thread=[0-9a-f-]{36}\n/)
    expect(mail.unsubscribeUrl).toMatch(/token=/)
  })

  test('a reminder: whose membership ends, what the next season costs, and how to end such mails', async () => {
    const { mail } = await write('membership-renew')
    for (const fact of [
      'Anna Holm',
      'Alma Holm',
      `Adult ${Number(year()) + 1}`,
      price,
      `/membership/new?lines=${world.anna.memberId}.`,
    ])
      expect(mail.text).toContain(fact)
    expect(mail.unsubscribeUrl).toMatch(/\/tools\/member\/unsubscribe\?token=/)
    expect(mail.text).toMatch(/\/unsubscribe\?token=/)
  })
})

describe('free items have no line, and a single price is written once', () => {
  const zero = /(?<![\d.,])0[.,]00|\bVAT\b|Surcharge|Discount/
  let orders: Record<'paid' | 'free', string>
  let club: Club
  beforeAll(async () => {
    await speak('en')
    const { anna, about } = world
    club = await buildClub(app)
    const plain = { vatRate: 0, surcharge: 0 }
    const junior = await buildSeason(app, club, { ...plain, name: 'Junior', price: 35_000 })
    const locker = await buildSeason(app, club, { ...plain, name: 'Locker', price: 0, combinable: true })
    const token = await prepare(
      app,
      anna,
      [junior, locker].map((season) => ({ memberId: anna.memberId, season })),
    )
    await visit((await payInWindow(await openWindow(app, anna, junior, token), '0000'))!)
    orders = { paid: (await stateOf(app, anna, token)).own!.id, free: String(about['bought-for']['orderId']) }
    const year = Number(junior.startDate.slice(0, 4)) + 1
    const next = { ...plain, startDate: `${year}-01-01`, endDate: `${year}-12-31`, offerStartDate: '2020-01-01' }
    await buildSeason(app, club, { ...next, name: `Junior ${year}`, price: 35_000 })
    await buildSeason(app, club, { ...next, name: `Locker ${year}`, price: 0, combinable: true })
    await app.database.sql(`update membership_terms set status_change_date = status_change_date - interval '30 days'`)
  })

  test('in the confirmation of an order and in its receipt', async () => {
    const { mail, draft } = await write('order-paid', { orderId: orders.paid })
    const receipt = readPdf(draft.attachments![0]!.bytes).text
    for (const shown of [mail.text, htmlText(mail.html), receipt]) {
      expect(shown).not.toMatch(zero)
      expect(shown).toContain('Free')
    }
    // Of the line and of the total.
    expect(receipt.match(/DKK350\.00/g)).toHaveLength(2)
  })

  test('in the confirmation of what is free', async () => {
    const { mail } = await write('order-paid', { orderId: orders.free })
    for (const shown of [mail.text, htmlText(mail.html)]) {
      expect(shown).not.toMatch(zero)
      expect(shown).not.toContain('Total')
      expect(shown).toContain('Free')
    }
  })

  test('in a reminder and in the notices of a renewal by card', async () => {
    const ends = club.season.endDate
    const chargeId = newId()
    const about = { memberId: world.anna.memberId, orgId: club.id, endDate: ends }
    const reminder = await write('membership-renew', about)
    await app.database.sql(
      `insert into renewal_charges (id, org_id, payer_id, end_date, next_try, tries, status) values ($1, $2, $3, $4, $4::date - 14, 1, 'failing')`,
      [chargeId, club.id, world.anna.memberId, ends],
    )
    await app.database.sql(
      `insert into renewals (id, charge_id, org_id, member_id, membership_id, configuration_id, year, amount)
       select portal_new_id(), $1, m.org_id, m.member_id, m.id, c.id, 1990 + (c.price > 0)::int, c.price
       from memberships m, membership_configurations c where m.org_id = $2 and c.org_id = $2 and c.start_date > $3`,
      [chargeId, club.id, ends],
    )
    const mails = [
      reminder,
      await write('renewal-announced', about),
      await write('renewal-failed', { chargeId, tries: 1 }),
    ]
    for (const { mail } of mails) {
      expect(mail.text + htmlText(mail.html)).not.toMatch(zero)
      expect(mail.text).toMatch(/Junior \d{4}/)
    }
    // A reminder is about the membership, not about what is held beside it.
    for (const { mail } of mails.slice(1)) expect(mail.text).toMatch(/Locker \d{4}[\s\S]*Free/)
  })
})

test("a question: to the club's contact address only, in Danish, as typed, with its files by name", async () => {
  const { mail } = await write('contact-asked', undefined, null)
  expect(mail).toMatchObject({
    to: { name: 'Roskilde Roklub', address: `${world.club.key}@club.example` },
    fromName: 'Klubportal',
    // An answer by mail would pass by the portal, and an asker's address is theirs.
    replyTo: null,
    subject: 'Anna Holm: A boat place',
    unsubscribeUrl: null,
    attachments: [],
  })
  expect(mail.text).toContain('> Is there a boat place?\n> \n> Best, Anna\n')
  expect(mail.text).toContain('boat.pdf: 12 kB')
  expect(mail.text).toMatch(/\/office\/[A-Z]+\/inbox\?thread=[0-9a-f-]{36}\n/)
})

test("a visitor's mail has the answer and nothing that the visitor typed", async () => {
  const { mail } = await write('contact-answered-visitor', undefined, null)
  expect(mail).toMatchObject({ to: { name: '', address: 'vera@nowhere.example' }, subject: 'Svar fra Roskilde Roklub' })
  expect(mail.text).toContain('> Yes, 200 metres.')
  expect(mail.text).toMatch(/\/contact-us\?link=[0-9a-f-]{36}\.[\w-]{43}\n/)
  expect(mail.text + mail.html + mail.subject).not.toMatch(/Vera|Swimming|Must one/)
  expect(mail.text).not.toMatch(/unsubscribe|#messages/)
})

test('a member who chose no language gets the one they last used, else the one they bought in', async () => {
  await speak(null)
  const written = async (used: string | null, bought: string) => {
    await app.database.sql('update members set used_language = $1', [used])
    await app.database.sql('update orders set language = $1', [bought])
    return /lang="(\w\w)"/.exec((await write('order-paid')).mail.html)?.[1]
  }
  expect(await written('da', 'en')).toBe('da')
  expect(await written('en', 'da')).toBe('en')
  expect(await written(null, 'da')).toBe('da')
  expect(await written(null, 'en')).toBe('en')
})

test('mails written together are those that are written alone', async () => {
  const withoutFiles = ({ attachments, ...mail }: Awaited<ReturnType<typeof write>>['mail']) => ({
    ...mail,
    // A link of a day says until when.
    html: mail.html.replace(/token=[\w.-]+/g, ''),
    text: mail.text.replace(/token=[\w.-]+/g, ''),
    // A PDF says when it was drawn.
    attachments: attachments.map(({ fileName, contentType }) => ({ fileName, contentType })),
  })
  const batch = startBatch(app.context.db)
  const mails = messagesOf({ ...app.context, db: batch }).mails
  const together = await Promise.all(
    (Object.keys(kindOf) as MailTemplate[]).map(async (template) => {
      const draft = (await mails[template](world.about[template] as never))!
      const receiver = { memberId: world.anna.memberId, kind: kindOf[template] }
      return withoutFiles(await finishMail({ ...app.context, db: batch }, draft, receiver))
    }),
  )
  for (const [at, template] of (Object.keys(kindOf) as MailTemplate[]).entries())
    expect(together[at], template).toEqual(withoutFiles((await write(template)).mail))
})

test('the mail that an event has moved shows what is new beside its subject', async () => {
  const { preview, tables = [] } = (await write('event-moved')).draft.content
  const isNew = tables.flatMap(({ rows }) => rows.map(({ label }) => label))
  expect(isNew.length).toBeGreaterThan(0)
  for (const label of isNew) expect(preview).toContain(label)
})

test('no mail about an answered invitation or an ended link', async () => {
  const mails = messagesOf(app.context).mails
  await app.database.sql(`update family_invitations set status = 'ended'`)
  expect(await mails['family-invited'](world.about['family-invited'] as never)).toBeNull()
  expect(await mails['family-linked'](world.about['family-linked'] as never)).toBeNull()
  await app.database.sql(
    `update family_invitations set status = case when id = $1 then 'approved' else 'pending' end`,
    [world.about['family-linked'].invitationId],
  )
})

test('a mail to a stranger makes no link of a name', async () => {
  const name = 'Win at https://evil.example/x now <b>!'
  await app.database.sql(`update members set first_name = $1, last_name = '' where id = $2`, [
    name,
    world.anna.memberId,
  ])
  const { mail } = await write('family-invited', { invitationId: world.toStranger }, null)
  await app.database.sql(`update members set first_name = 'Anna', last_name = 'Holm' where id = $1`, [
    world.anna.memberId,
  ])
  expect(mail.text + mail.html + mail.subject).not.toMatch(/evil\.example|https:\/\/evil/)
  expect(mail.subject).toContain('Win at httpsevilexamplex now b')
})

test('a mail about a test order says so in its subject and above its text', async () => {
  await app.database.sql('update orders set test_mode = true')
  const { mail } = await write('order-paid')
  await app.database.sql('update orders set test_mode = false')
  expect(mail.subject).toMatch(/^TEST – /)
  expect(mail.text).toMatch(/^! .*test/m)
})

test("a club's mails and their documents have its logo; the portal's have none, and no server sees when they are opened", async () => {
  const plain = (await write('order-paid')).mail
  expect([plain.pictures, plain.html.includes('<img')]).toEqual([[], false])
  await buildFace(app, world.club, '#2c6e3f')
  for (const template of [
    'order-paid',
    'given-back',
    'membership-renew',
    'renewal-announced',
    'contact-answered',
  ] as const) {
    const { mail, draft } = await write(template)
    expect(
      mail.pictures.map(({ contentType }) => contentType),
      template,
    ).toEqual(['image/png'])
    expect([...mail.html.matchAll(/ src="([^"]*)"/g)].map(([, src]) => src)).toEqual(['cid:logo@club'])
    expect(mail.html).toContain('background-color:#2c6e3f')
    for (const { bytes } of draft.attachments ?? []) {
      const { names, unmarked } = readPdf(bytes)
      expect(names).toContain('/Image')
      expect(unmarked).toBe(0)
    }
  }
  const { mail } = await write('welcome')
  expect([mail.pictures, mail.html.includes('<img')]).toEqual([[], false])
})

test('members of a club in test mode read in every mail about their membership that it is a test', async () => {
  const kinds = Object.keys(kindOf).filter(
    (one) => /^(membership|renewal|season)-/.test(one) && one !== 'season-missing',
  )
  await app.database.sql('update payment_configurations set test_mode = true')
  try {
    for (const template of kinds as MailTemplate[]) {
      const { mail } = await write(template)
      expect(mail.subject, template).toMatch(/^TEST – (?!TEST)/)
      expect(mail.text, template).toMatch(/test/i)
    }
  } finally {
    await app.database.sql('update payment_configurations set test_mode = false')
  }
})
