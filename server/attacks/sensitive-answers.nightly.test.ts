import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { officeEvents } from '#contract/events/office.ts'
import { questionAnswers } from '#contract/events/question-answers.ts'
import type { GivenAnswers } from '#contract/events/questions.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { tickets } from '#contract/events/tickets.ts'
import { waiting } from '#contract/events/waiting.ts'
import { exports } from '#contract/exports.ts'
import { newToken } from '../database/new-id.ts'
import { buildClub, buildParticipant, type Club, linkedTo, type Person, signedIn } from '../testing/builders.ts'
import { type BuiltEvent, buildEvent, buildQuestions, questionOf } from '../testing/builders/event-builders.ts'
import { grantOffice } from '../testing/builders/office-builders.ts'
import { carryOut } from '../testing/carry-out.ts'
import { readExport } from '../testing/files/read-export.ts'
import { readPdf } from '../testing/files/pdf-reader.ts'
import { prepare } from '../testing/purchase.ts'
import { runRecurring } from '../testing/purchases/renewing.ts'
import { codeOf, createTestApp, type TestApp } from '../testing/test-app.ts'

/** Twenty sensitive answers of ten people, and everything that a portal then says, sends, writes and keeps. */
const SECRETS_KEY = 'the-key-of-the-answers-0123456789abc'
const words =
  'birk gluten astma hassel laks mango nikkel oliven peanut rejer selleri soja sulfit tomat valnød æg ørred ål yoghurt zink'
const answers = words.split(' ').map((word, at) => `Kun ${word} nr. ${at}-${word.length * 7919}`)

let app: TestApp
let club: Club
let [chair, manager, anna, bo, carla, operator]: Person[] = []
let camp: BuiltEvent
let people: string[]
const sick = questionOf({ label: { da: 'Allergier' }, sensitive: true, required: true, deleteDays: 30 })
const medicine = questionOf({ kind: 'long_text', label: { da: 'Medicin' }, sensitive: true, deleteDays: 30 })
const shirt = questionOf({ label: { da: 'T-shirt' }, required: true, when: 'later', until: '2049-01-01' })

beforeAll(async () => {
  app = await createTestApp({ SECRETS_KEY })
  const names = ['all-clubs', 'dan', 'anna', 'bo', 'carla', 'super']
  ;[chair, manager, anna, bo, carla, operator] = await Promise.all(
    names.map((name) => signedIn(app, `${name}@example.com`)),
  )
  club = await buildClub(app)
  await grantOffice(app, club, manager!, ['event_manager', 'secretary', 'treasurer', 'trainer', 'door'])
  // Bo buys his relative's ticket, too.
  await linkedTo(app, anna!, bo!)
  const children = await Promise.all(
    ['Alma', 'Emil', 'Ida', 'Jens', 'Karl', 'Lise', 'Mia', 'Nils'].map((name) => buildParticipant(app, anna!, name)),
  )
  people = [bo!.memberId, anna!.memberId, ...children]
  camp = await buildEvent(app, club, {
    capacity: people.length,
    title: 'Sommerlejr',
    categories: [{ category: 'adult', price: 0 }],
  })
  await buildQuestions(app, camp, [sick, medicine, shirt])
})
afterAll(() => app.close())

const as = (person = manager!) => ({ as: person.token })
const which = () => ({ orgId: club.id, eventId: camp.id })

/** A text as it is, and as it looks in JSON, base64, hex and searches. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift ? 4 : 0, -4),
  )
  return [
    text,
    bytes.toString('latin1'),
    bytes.toString('hex'),
    ...shifted,
    encodeURIComponent(text),
    text.replaceAll(' ', ''),
  ]
}
const forms = answers.flatMap(formsOf).map((form) => form.toLowerCase())

/** Where answers were looked for, and those in which one was found. */
const looked = new Map<string, boolean>()
function look(where: string, content: string | Uint8Array): void {
  const text = (typeof content === 'string' ? content : Buffer.from(content).toString('latin1')).toLowerCase()
  looked.set(where, looked.get(where) === true || forms.some((form) => text.includes(form)))
}
const foundIn = () => [...looked].flatMap(([where, isFound]) => (isFound ? [where] : []))

/** Everything of every table, with files as they can be read. */
async function lookAtDatabase(): Promise<void> {
  const tables = await app.database.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  expect(tables.length).toBeGreaterThan(100)
  for (const { name } of tables) {
    const rows = await app.database.sql<{ row: string }>(`select t::text as row from ${name} t`)
    look(`table ${name}`, rows.map(({ row }) => row).join('\n'))
  }
  const files = await app.database.sql<{ list: string; bytes: Buffer }>(
    'select list, bytes from exports where bytes is not null',
  )
  for (const { list, bytes } of files) look(`stored export of ${list}`, readable(bytes))
}

interface SentMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly contentType: string; readonly url: string }[]
}

/** Everything that this app has mailed to anybody. */
async function sentMails(): Promise<SentMail[]> {
  const query = new URLSearchParams({ from: app.sender })
  const answer = await fetch(`${inject('simulators').url}/simulators/mailbox/messages.json?${query.toString()}`)
  return (await answer.json()) as SentMail[]
}

/** A file, unzipped if it is an archive. */
function readable(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.startsWith('PK')) return text
  return Object.values(unzipSync(bytes))
    .map((one) => Buffer.from(one).toString('latin1'))
    .join('\n')
}

const endpoints = Object.entries(api).flatMap(([domain, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
  })),
)

test('an answer is found however it is written', () => {
  for (const form of [
    answers[3]!,
    JSON.stringify({ a: answers[14] }),
    Buffer.from(`x${answers[1]!}y`).toString('base64'),
  ]) {
    look('control', form)
    expect(looked.get('control')).toBe(true)
    looked.delete('control')
  }
})

test('twenty sensitive answers are in no log, mail, notification, list, export, feed, history, table or backup', async () => {
  // Answered with the registration, again on a ticket, and refused.
  const given = people.map((memberId, at): { memberId: string; event: BuiltEvent; answers: GivenAnswers } => ({
    memberId,
    event: camp,
    answers: { [sick.id]: answers[at * 2]!, [medicine.id]: at === 9 ? 'Ingen' : answers[at * 2 + 1]! },
  }))
  const tooLong = given.map((one) => ({ ...one, answers: { ...one.answers, [sick.id]: answers[0]!.repeat(100) } }))
  expect(await codeOf(prepare(app, anna!, tooLong.slice(1)))).toBe('answers_invalid')
  await prepare(app, bo!, given.slice(0, 1))
  await prepare(app, anna!, given.slice(1))
  const places = await app.database.sql<{ id: string; memberId: string }>(
    `select id, member_id as "memberId" from event_entries where event_id = $1`,
    [camp.id],
  )
  const entryOf = (memberId: string) => places.find((one) => one.memberId === memberId)!.id
  const [ofBo, ofAnna, last] = [bo!.memberId, anna!.memberId, people.at(-1)!].map(entryOf) as [string, string, string]
  const saved = await app.call(
    questionAnswers.save,
    { entryId: last, answers: { [medicine.id]: answers[19]! } },
    as(anna),
  )
  expect(saved.answers[medicine.id]).toBe(answers[19])
  const stored = await app.database.sql<{ id: string }>(
    'select id from event_answers where event_id = $1 and value_encrypted is not null',
    [camp.id],
  )
  expect(stored.length).toBe(20)
  // A statement that fails names its values in the log.
  const save = (entryId: string) =>
    codeOf(app.call(questionAnswers.save, { entryId, answers: { [sick.id]: answers[2]! } }, as(anna)))
  await app.database.sql('alter table event_answers add constraint nothing_more check (false) not valid')
  expect(await save(ofAnna)).toBe('internal')
  await app.database.sql('alter table event_answers drop constraint nothing_more')
  expect(await save(ofAnna)).toBe('ok')

  // The event goes on: somebody waits, one leaves, it moves, and guests are written to.
  await app.call(
    waiting.join,
    { eventId: camp.id, people: [{ memberId: carla!.memberId, category: 'adult' }], mode: 'all' },
    as(carla),
  )
  await app.call(tickets.cancel, { entryId: ofBo }, as(bo))
  await app.runJobs()
  const item = await app.call(officeEvents.item, which(), as())
  const start = new Date(camp.startsAt.getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  await app.call(
    officeEvents.save,
    {
      ...which(),
      ...item.fields,
      version: item.version,
      startsAt: `${start}T10:00`,
      endsAt: `${start}T16:00`,
      moveText: { da: 'Vand i teltene.' },
    },
    as(),
  )
  await app.call(
    guestMessages.send,
    { ...which(), all: true, subject: { da: 'Husk' }, body: { da: 'Lygte' }, token: newToken() },
    as(),
  )
  await carryOut(app)
  for (const name of ['events.remind-answers', 'privacy.delete-old']) await runRecurring(app, name).catch(() => {})
  await app.runJobs({ all: true, mayFail: true })
  const own = await app.call(exports.person, { memberId: anna!.memberId }, as(anna))
  await app.runJobs({ all: true, mayFail: true })

  // Every read, as those who may not read them.
  const feed = await app.call(calendarFeeds.create, { kind: 'family', language: 'da' }, as(anna))
  const known: Record<string, unknown> = {
    ...which(),
    orgKey: club.key,
    id: camp.id,
    entryId: ofAnna,
    memberId: anna!.memberId,
    search: answers[0],
    q: answers[0],
  }
  let answered = 0
  for (const { name, endpoint } of endpoints.filter(
    (one) => one.endpoint.method === 'GET' && one.endpoint.output !== 'events',
  ))
    for (const person of [manager!, bo!, carla!, operator!]) {
      const names = [endpoint.params, endpoint.query].flatMap((schema) => Object.keys(schema?.def.shape ?? {}))
      const input = Object.fromEntries(names.flatMap((one) => (one in known ? [[one, known[one]]] : [])))
      await app.database.sql('delete from rate_windows')
      const answer = await app.call(endpoint, input, as(person)).catch(() => null)
      if (answer === null) continue
      answered += 1
      const file = answer as unknown as { bytes?: Uint8Array } | undefined
      look(name, file?.bytes ? readable(file.bytes) : (JSON.stringify(answer) ?? ''))
    }
  expect(answered).toBeGreaterThan(150)
  for (const address of [feed.url]) look('the calendar feed', await (await fetch(address)).text())
  for (const entryId of [ofAnna, last]) {
    const pdf: Output<typeof tickets.pdf> = await app.call(tickets.pdf, { entryId }, as(anna))
    look('the ticket', readPdf(pdf.bytes).text)
  }
  for (const format of ['csv', 'xlsx'] as const)
    for (const person of [manager!, chair!]) {
      const made = await app.call(exports.registrations, { ...which(), format, all: true }, as(person))
      const { bytes } = await app.call(exports.registrationsFile, { orgId: club.id, exportId: made.id }, as(person))
      const { rows } = readExport(format, bytes)
      expect(rows.length).toBeGreaterThan(9)
      look(`an export as ${format}`, JSON.stringify(rows))
      const ofHistory = await app.call(exports.history, { orgId: club.id, format }, as(person)).catch(() => null)
      if (ofHistory)
        look(
          'an export of the history',
          JSON.stringify(
            readExport(
              format,
              (await app.call(exports.historyFile, { orgId: club.id, exportId: ofHistory.id }, as(person))).bytes,
            ).rows,
          ),
        )
    }
  for (const sort of ['name', 'category'] as const) {
    const { bytes } = await app.call(officeRegistrations.print, { ...which(), all: true, sort }, as(chair))
    look('the printed list', readPdf(bytes).text)
  }

  // All that has left the portal, and all that it keeps.
  look('the log', app.log.join('\n'))
  const mails = await sentMails()
  expect(mails.length).toBeGreaterThanOrEqual(6)
  for (const { subject, text, html, attachments } of mails) {
    look('a mail', `${subject}\n${text}\n${html}`)
    for (const { url, contentType } of attachments) {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
      look('a file in a mail', contentType === 'application/pdf' ? readPdf(bytes).text : Buffer.from(bytes))
    }
  }
  await lookAtDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'answers-'))
  await promisify(execFile)(process.execPath, ['scripts/operator/backup.ts', folder], {
    env: { NODE_ENV: 'production', DATABASE_URL: app.database.url, SECRETS_KEY },
  })
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.gz'))
  look('a backup', gunzipSync(readFileSync(path.join(folder, file!))))
  rmSync(folder, { recursive: true })
  expect(foundIn()).toEqual([])

  // Control: who may read them does, by the calls made for that.
  const { people: read } = await app.call(officeRegistrations.sensitiveAnswers, { ...which(), all: true }, as(chair))
  expect(read.flatMap((one) => one.answers).length).toBe(18)
  const { bytes } = await app.call(exports.personFile, { memberId: anna!.memberId, exportId: own.id }, as(anna))
  look('control: her own export', readable(bytes))
  expect(foundIn()).toEqual(['control: her own export'])
})

test('a month after the event they are gone, and their count is left', async () => {
  await app.moveClock('50 days')
  await runRecurring(app, 'privacy.delete-old')
  expect(await app.database.sql('select from event_answers where value_encrypted is not null')).toEqual([])
  expect(
    await app.database.sql('select deleted, sensitive from event_answer_deletions where event_id = $1', [camp.id]),
  ).toEqual([{ deleted: 20, sensitive: true }])
})
