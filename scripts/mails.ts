/** npm run mails [folder]: writes every mail with its attachments, in the languages it is sent in, to view in a browser. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { kindOf } from '#contract/notifications/messages.ts'
import { readConfig } from '#server/config.ts'
import { openContext, type Context } from '#server/context.ts'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { finishMail } from '#server/domains/notifications/index.ts'
import { messagesOf } from '#server/messages.ts'
import { sampleMails, type Sample, type Template } from './mail-gallery/samples.ts'
import { seedDemoWorld } from './seed.ts'

const languages = ['da', 'en'] as const
const folder = path.resolve(process.argv[2] ?? 'dist/mails')

async function writeMails(context: Context): Promise<string[]> {
  await seedDemoWorld(context)
  mkdirSync(folder, { recursive: true })
  const entries: string[] = []
  for (const [template, samples] of Object.entries(await sampleMails(context.db)))
    for (const sample of samples)
      // Clubs get mails in Danish only.
      for (const language of sample.toClub ? (['da'] as const) : languages)
        entries.push(await writeMail(context, template as Template, sample, language))
  return entries
}

/** @returns its line in the index */
async function writeMail(
  context: Context,
  template: Template,
  sample: Sample,
  language: (typeof languages)[number],
): Promise<string> {
  const { memberId, data } = sample
  await inTransaction(context.db, async (tx) => {
    await tx.execute(
      memberId === null
        ? // Who has no account is written to in the language of whoever invites them, or in the one they wrote in.
          sql`update members set language = ${language}`
        : sql`update members set language = ${language} where id = ${memberId}`,
    )
    await tx.execute(sql`update office_invitations set language = ${language}`)
    await tx.execute(sql`update threads set visitor_language = ${language} where member_id is null`)
  })
  const draft = await messagesOf(context).mails[template](data as never)
  if (!draft) throw new Error(`${sample.name} has nothing to say`)
  const mail = await finishMail(context, draft, { memberId, kind: kindOf[template] })
  const name = `${sample.name}.${language}`
  writeFileSync(path.join(folder, `${name}.html`), withPictures(mail))
  writeFileSync(path.join(folder, `${name}.txt`), `${mail.subject}\n\n${mail.text}`)
  for (const { fileName, bytes } of mail.attachments ?? [])
    writeFileSync(path.join(folder, `${name}.${fileName}`), bytes)
  const subject = mail.subject.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<li><a href="${name}.html">${name}</a> (<a href="${name}.txt">text</a>): ${subject}</li>`
}

/** A browser shows no picture of a mail's own. */
const withPictures = ({ html, pictures }: Awaited<ReturnType<typeof finishMail>>) =>
  pictures.reduce(
    (whole, { contentId, contentType, bytes }) =>
      whole.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`),
    html,
  )

const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-mails-'))
try {
  // A database of its own; nothing is sent.
  const config = readConfig({
    SIMULATORS_URL: 'http://127.0.0.1',
    PUBLIC_URL: 'https://portal.example',
    DATA_DIR: dataDir,
  })
  const context = await openContext(config)
  try {
    const entries = await writeMails(context)
    writeFileSync(
      path.join(folder, 'index.html'),
      `<!doctype html><meta charset="utf-8"><title>Mails</title><h1>Mails</h1><ul>${entries.join('')}</ul>`,
    )
    console.log(`${entries.length} mails: ${path.join(folder, 'index.html')}`)
  } finally {
    await context.close()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
