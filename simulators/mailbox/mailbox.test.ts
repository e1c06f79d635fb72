import nodemailer, { type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
beforeAll(async () => {
  started = await startSimulators()
})
afterAll(() => started.stop())

interface Listed {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  copies: number
  receivedAt: string
  attachments: { fileName: string; contentType: string; size: number; url: string }[]
}

const send = async (mail: SendMailOptions) => {
  const transport = nodemailer.createTransport(started.simulators.smtpUrl)
  await transport.sendMail({ from: 'Portalen <portal@example.com>', ...mail })
  transport.close()
}
const list = async (to = '') =>
  (await (
    await fetch(`${started.url}/simulators/mailbox/messages.json?to=${encodeURIComponent(to)}`)
  ).json()) as Listed[]

test('a mail is kept as it was sent, also after a restart', async () => {
  await send({
    to: 'Anna@example.com',
    subject: 'Kvittering på 700 kr. – tak, Søren',
    text: 'Hej Søren',
    html: '<p style="color:red">Hej <b>Søren</b></p><img src="cid:logo@x"><script>alert(1)</script>',
    attachments: [
      { filename: 'kvittering æ.pdf', content: Buffer.from('%PDF-1'), contentType: 'application/pdf' },
      { filename: 'logo.png', content: Buffer.from('89504e47', 'hex'), cid: 'logo@x' },
    ],
  })
  await started.restart()
  const [mail] = await list('anna@EXAMPLE.com')
  expect(mail).toMatchObject({
    to: 'anna@example.com',
    from: 'Portalen <portal@example.com>',
    subject: 'Kvittering på 700 kr. – tak, Søren',
    copies: 1,
    // The logo is shown in the mail, not listed below it.
    attachments: [{ fileName: 'kvittering æ.pdf', contentType: 'application/pdf', size: 6 }],
  })
  expect(mail!.text.trim()).toBe('Hej Søren')
  expect(mail!.html).toContain('<b>Søren</b>')
  expect(Date.parse(mail!.receivedAt)).not.toBeNaN()
  expect(await (await fetch(mail!.attachments[0]!.url)).text()).toBe('%PDF-1')

  const content = await fetch(`${started.url}/simulators/mailbox/${mail!.id}/html`)
  expect(content.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups.*default-src 'none'/)
  const shown = /<img src="([^"]+)"/.exec(await content.text())![1]!
  expect(Buffer.from(await (await fetch(started.url + shown)).arrayBuffer()).toString('hex')).toBe('89504e47')
  const page = await (await fetch(`${started.url}/simulators/mailbox/${mail!.id}`)).text()
  expect(page).toContain('<iframe')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).not.toContain('<script>alert')
})

test('a repeated Message-ID is one message for each receiver', async () => {
  const mail = {
    to: ['bo@example.com', 'carla@example.com'],
    subject: 'Once',
    text: 'once',
    messageId: '<once@portal>',
  }
  await send(mail)
  await send(mail)
  await send({ ...mail, messageId: '<twice@portal>' })
  expect((await list('bo@example.com')).map(({ copies }) => copies)).toEqual([1, 2])
  expect(await list('carla@example.com')).toHaveLength(2)
  expect((await list()).filter(({ subject }) => subject === 'Once')).toHaveLength(4)

  const ledger = (await (await fetch(`${started.url}/simulators/mailbox/ledger.json`)).json()) as object[]
  expect(ledger).toContainEqual(
    expect.objectContaining({ messageId: '<once@portal>', to: 'bo@example.com', copies: 2 }),
  )
})

test('the pages list newest first and filter', async () => {
  await send({ to: 'dan@example.com', subject: 'First <i>', text: '1' })
  await send({ to: 'dan@example.com', subject: 'Second', text: '2' })
  const page = await (await fetch(`${started.url}/simulators/mailbox?to=dan@example.com`)).text()
  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First &lt;i&gt;'))
  expect(page).not.toContain('Kvittering')
})
