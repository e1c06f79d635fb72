import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/db.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { drain } from '#server/jobs/drain.ts'
import { composeMail } from './compose-mail.ts'
import { createMailer, type Mail } from './mailer.ts'
import { requestMail, sendMailHandler } from './send-mail.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const mail = async (subject: string): Promise<Mail> => ({
  to: { name: 'Åse', address: `${subject.replace(/\W/g, '')}@mail.example` },
  fromName: 'Roklub',
  replyTo: 'club@example.com',
  subject,
  ...(await composeMail({ locale: 'da', club: 'Roklub', heading: 'Hej', paragraphs: ['Tekst'] })),
  attachments: [],
})
const ask = (onceKey: string) =>
  inTransaction(app.context.db, (tx) =>
    requestMail(tx, { template: 'order-paid', data: { orderId: onceKey }, onceKey }),
  )
const work = (mailer = app.context.mailer) => ({
  handlers: [
    sendMailHandler({
      db: app.context.db,
      mailer,
      templates: {
        'order-paid': ({ orderId }: { orderId: string }) => mail(orderId),
        'given-back': ({ refundId }: { refundId: string }) => mail(refundId),
        'membership-renew': ({ memberId }: { memberId: string }) => mail(memberId),
      },
    }),
  ],
  recurring: [],
  log: app.context.log,
})

test('a mail that is asked for twice is sent once, and sent again it stays one', async () => {
  await ask('first')
  await ask('first')
  expect((await drain(app.context.jobsDb, work(), { all: true })).done).toHaveLength(1)
  // A worker that died between the sending and its report.
  await app.database.sql(`update messages set status = 'waiting' where once_key = 'first'`)
  const [row] = await app.database.sql<{ id: string }>(`select id from messages where once_key = 'first'`)
  await work().handlers[0]!.run({ mailId: row!.id }, { attempt: 1, maxAttempts: 20 })
  expect(await mailsTo('first@mail.example')).toMatchObject([
    { subject: 'first', copies: 2, from: expect.stringContaining('Roklub') },
  ])
})

test('while the mail server is down the mail waits; then it arrives', async () => {
  await ask('second')
  const down = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'portal@example.com' })
  expect((await drain(app.context.jobsDb, work(down), { all: true })).failed).toHaveLength(1)
  expect(await app.database.sql(`select status, attempts from messages where once_key = 'second'`)).toEqual([
    { status: 'waiting', attempts: 1 },
  ])
  await drain(app.context.jobsDb, work(), { all: true })
  expect(await mailsTo('second@mail.example')).toHaveLength(1)
})

test('line breaks in names and subjects add no header', async () => {
  const sent = {
    ...(await mail('third')),
    subject: 'third\r\nBcc: spy@mail.example',
    fromName: 'Club\r\nBcc: spy@mail.example',
  }
  await app.context.mailer.send(crypto.randomUUID(), sent)
  expect(await mailsTo('third@mail.example')).toHaveLength(1)
  expect(await mailsTo('spy@mail.example')).toEqual([])
})

test('what people write is text in a mail, never markup', async () => {
  const name = `</script><img src=x onerror=alert(1)>"'&`
  const { html, text } = await composeMail({
    locale: 'en',
    club: name,
    heading: name,
    paragraphs: [name],
    facts: [{ label: name, detail: name, value: name }],
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('</script>')
  expect(text).toContain('onerror=alert(1)')
})
