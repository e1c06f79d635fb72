import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { pixel } from '#server/testing/files/pixel.ts'
import { startMailServer, type MailServer } from '#server/testing/mails/mail-server.ts'
import { mailerTo } from '#server/testing/mails/sending.ts'
import type { Mail } from './mailer.ts'

const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: { name: 'Anna Holm', address: 'anna@mail.example' },
  fromName: 'Roklub',
  replyTo: 'club@mail.example',
  subject: 'A mail',
  html: '<p>x</p>',
  text: 'x',
  unsubscribeUrl: null,
  attachments: [],
  pictures: [],
  ...changes,
})

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())
beforeEach(() => void server.caught.splice(0))

const headerNames = (headers: readonly string[]) => headers.map((line) => line.split(':')[0] ?? '').toSorted()
const usual = ['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']
const send = (changes: Partial<Mail>) => {
  const one = mail(changes)
  return mailerTo(server.url).send('an-id', one.to.address, async () => one)
}

test("the sender has the club's name and the portal's address, and replies go to the club", async () => {
  await send({})
  const [{ headers, receivers }] = server.caught as [(typeof server.caught)[0]]
  expect(receivers).toEqual(['anna@mail.example'])
  expect(headers).toEqual(
    expect.arrayContaining([
      'From: Roklub <portal@example.com>',
      'To: Anna Holm <anna@mail.example>',
      'Reply-To: club@mail.example',
      'Message-ID: <an-id@example.com>',
      'Auto-Submitted: auto-generated',
    ]),
  )
  expect(headerNames(headers)).toEqual([...usual, 'Reply-To'].toSorted())
})

test('a domain with letters beyond ASCII is sent in ASCII', async () => {
  await send({ to: { name: 'Åse', address: 'anna@blåbær.dk' }, replyTo: 'klub@rødgrød.dk' })
  expect(server.caught[0]!.headers).toEqual(
    expect.arrayContaining(['Reply-To: klub@xn--rdgrd-vuad.dk', expect.stringMatching(/<anna@xn--blbr-roah\.dk>$/)]),
  )
})

test('an optional mail has one-click unsubscribe headers', async () => {
  const unsubscribeUrl = `https://portal.example/tools/member/unsubscribe?token=${'x'.repeat(120)}`
  await send({ unsubscribeUrl })
  expect(server.caught[0]!.headers).toEqual(
    expect.arrayContaining([
      `List-Unsubscribe: <${unsubscribeUrl}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]),
  )
})

describe.each(Object.entries(hostileTexts))('%s', (_, text) => {
  test('in a name, subject or club address adds no header and no receiver', async () => {
    await send({ to: { name: text, address: 'anna@mail.example' }, fromName: text, subject: text, replyTo: text })
    expect(server.caught).toHaveLength(1)
    const [{ headers, receivers }] = server.caught as [(typeof server.caught)[0]]
    expect(receivers).toEqual(['anna@mail.example'])
    expect(headerNames(headers)).toEqual(usual)
    expect(headers.find((line) => line.startsWith('To:'))).toMatch(/ <anna@mail\.example>$/)
    expect(headers.find((line) => line.startsWith('From:'))).toMatch(/ <portal@example\.com>$/)
  })
})

test.each([
  'a@mail.example,b@mail.example',
  '"x" <y@mail.example>',
  'a@mail.example\r\nRCPT TO:<spy@mail.example>',
  'a b@mail.example',
  'a@mail.example ',
  '<a@mail.example>',
  'group: a@mail.example;',
  'a@b@mail.example',
  '@mail.example',
  'nobody',
  '',
  `${'a'.repeat(65)}@mail.example`,
])('%o is not a single mailbox, and nothing is sent', async (address) => {
  await expect(send({ to: { name: 'x', address } })).rejects.toMatchObject({ outlook: 'refused' })
  expect(server.caught).toEqual([])
})

test('a picture of the mail is inside it, not an attachment', async () => {
  const mailer = mailerTo(server.url)
  const picture = { contentId: 'logo@club', fileName: 'logo.png', contentType: 'image/png', bytes: pixel }
  const html = '<img src="cid:logo@club">'
  await mailer.send('id-of-picture', 'anna@mail.example', async () => mail({ html, pictures: [picture] }))
  mailer.close()
  const { raw } = server.caught.at(-1)!
  expect(raw).toMatch(/Content-Type: multipart\/related/)
  expect(raw).toMatch(/Content-I[dD]: <logo@club>/)
  expect(raw).toMatch(/Content-Disposition: inline/)
})

test('a server that wants a sign-in is reported with its words until it takes a mail', async () => {
  let answer: string | undefined = '530 5.7.0 Authentication required'
  const strict = await startMailServer({ from: () => answer })
  const mailer = mailerTo(strict.url)
  const sendTo = (address: string) => mailer.send('an-id', address, async () => mail({ to: { name: 'x', address } }))
  for (const address of ['a@mail.example', 'b@mail.example'])
    await expect(sendTo(address)).rejects.toMatchObject({ outlook: 'later' })
  expect(mailer.refusal()).toBeNull()
  await expect(sendTo('c@mail.example')).rejects.toMatchObject({ outlook: 'away' })
  expect(mailer.refusal()).toMatch(
    /^SMTP_URL: 127\.0\.0\.1 refuses mails from MAIL_FROM \(530 5\.7\.0 Authentication required\): give/,
  )
  answer = undefined
  await expect
    .poll(() =>
      sendTo('a@mail.example').then(
        () => mailer.refusal(),
        () => 'refused',
      ),
    )
    .toBeNull()
  mailer.close()
  await strict.close()
})
