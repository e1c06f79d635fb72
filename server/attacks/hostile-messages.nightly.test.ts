import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindOf } from '#contract/notifications/messages.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { htmlSkeleton, htmlText } from '#server/testing/mails/html-skeleton.ts'
import { startMailServer, type MailServer } from '#server/testing/mails/mail-server.ts'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { mailerTo } from '#server/testing/mails/sending.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { buildWrittenMails, type MailTemplate, type WrittenMails } from '#server/testing/mails/written-mails.ts'

let app: TestApp
let world: WrittenMails
let server: MailServer
beforeAll(async () => {
  app = await sharedApp()
  server = await startMailServer()
  world = await buildWrittenMails(app)
})
afterAll(async () => {
  await server.close()
})

const write: WrittenMails['write'] = (...which) => world.write(...which)

describe('texts of people', () => {
  const templates = Object.keys(kindOf) as MailTemplate[]
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
    await app.database.sql('update threads set subject = $1, preview = $1', [text])
    await app.database.sql('update thread_messages set author = $1, text = $1', [text])
    await app.database.sql('update thread_attachments set name = $1', [text])
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

  const inLines = 'Line one\nLine two\n\nLine four'

  /** Every text that somebody may write in lines of their own is this one: each of the contract's, in the table that keeps it. */
  async function everybodyWritesLines() {
    const texts = JSON.stringify({ da: inLines, en: inLines })
    await app.database.sql('update thread_messages set text = $1', [inLines])
    await app.database.sql(
      `update delayed_actions set payload = jsonb_set(payload, '{text}', to_jsonb($1::text)) where kind = 'answer'`,
      [inLines],
    )
    await app.database.sql('update event_runs set reason = $1', [inLines])
    await app.database.sql('update event_runs set decline_reason = $1 where declined_at is not null', [inLines])
    await app.database.sql(
      `update events set cancel_texts = $1::jsonb, description = $2, description_texts = $1::jsonb where status = 'cancelled'`,
      [texts, inLines],
    )
    await app.database.sql('update organisations set description_texts = $1::jsonb', [texts])
    await app.database.sql('update office_history set reason = $1', [inLines])
  }

  /** The visible text of a mail, a line for each line; what a list of mails shows beside the subject is left out. */
  const linesOfHtml = (html: string) => {
    const isHidden = /<div [^>]*aria-hidden="true"[^>]*>.*?<\/div>/s
    return htmlText(html.replace(isHidden, '').replace(/<br\s*\/?>/g, '\n'))
  }

  test('keeps the lines that somebody broke, wherever a mail shows them', async () => {
    await everybodyWrites('Harmless')
    await everybodyWritesLines()
    const showing: MailTemplate[] = []
    for (const template of templates) {
      const { mail } = await write(template)
      const [html, text] = [linesOfHtml(mail.html), mail.text]
      const shown = html.split('Line one').length - 1
      if (shown + text.split('Line one').length > 1) showing.push(template)
      expect([template, html.split(inLines).length - 1]).toEqual([template, shown])
      expect([template, text.split(inLines.replace(/^/gm, '> ')).length - 1]).toEqual([template, shown])
      expect([template, `${mail.subject} ${html}`.includes('Line one Line two')]).toEqual([template, false])
    }
    expect(showing.toSorted()).toEqual([
      'answer-not-sent',
      'contact-answered',
      'contact-answered-visitor',
      'contact-asked',
      'event-cancel-declined',
      'event-cancelled',
    ])
  })

  /** Without the tokens, and without the breaks between the lines that somebody typed. */
  const skeletonOf = (html: string) =>
    htmlSkeleton(html)
      .filter((line) => !/^BR\b/.test(line.trim()))
      .map((line) => line.replace(/token=[\w.-]+/g, 'token='))

  const toClubs = new Set<MailTemplate>(['contact-asked', 'contact-many'])
  const plain: Partial<Record<MailTemplate, string[]>> = {}
  beforeAll(async () => {
    await everybodyWrites('Harmless')
    for (const template of templates) plain[template] = skeletonOf((await write(template)).mail.html)
  })

  /** Six texts are written at once, in one place: each must stay text beside the others, too. */
  const together = Object.entries(hostileTexts).flatMap((_, at, all) => {
    const six = all.slice(at, at + 6)
    return at % 6 ? [] : [[six.map(([what]) => what).join('; '), six.map(([, text]) => text)] as const]
  })
  const shownOf = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u200f\u202e\u2066]/g, '')
  const visibleOf = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')

  test.each(together)('%s: is text in every mail, document and header', async (_, texts) => {
    await everybodyWrites(texts.join(' '))
    for (const template of templates) {
      const { mail, draft } = await write(template)
      expect(skeletonOf(mail.html)).toEqual(plain[template])
      for (const text of texts) expect(htmlText(mail.html)).toContain(shownOf(text).split(' ')[0])
      for (const { bytes } of draft.attachments ?? []) {
        expect(actsOn(bytes)).toEqual([])
        const shown = readPdf(bytes).text
        for (const text of texts) expect(shown).toContain(visibleOf(text))
      }
      server.caught.splice(0)
      // A club's text in place of its address is no address, and nothing is sent there.
      const to = toClubs.has(template) ? { ...mail.to, address: 'club@mail.example' } : mail.to
      if (to !== mail.to)
        await expect(mailerTo(server.url).send('id', mail.to.address, async () => mail)).rejects.toThrow(
          'address of one mailbox',
        )
      await mailerTo(server.url).send('id', to.address, async () => ({ ...mail, to }))
      expect(server.caught).toMatchObject([{ receivers: [to.address] }])
      const names = server.caught[0]!.headers.map((line) => line.split(':')[0]!.toLowerCase())
      expect(names.filter((name) => name === 'to' || name === 'bcc' || name === 'cc')).toEqual(['to'])
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
