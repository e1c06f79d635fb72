import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { memberPages, officePages, settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase } from '../support/in-database.ts'
import type { Portal } from '../support/portal.ts'
import { speaks } from '../support/spoken.ts'

/** Where clubs write in both languages. */
const written = [
  ['events', 'title_texts'],
  ['events', 'place_texts'],
  ['event_categories', 'name_texts'],
  ['event_phases', 'name_texts'],
  ['coupons', 'name_texts'],
  ['membership_configurations', 'name_texts'],
  ['organisations', 'description_texts'],
  ['organisations', 'paused_text'],
] as const

/** Texts that clubs wrote, and subjects of conversations. */
const danishTexts = `
  select distinct text from (
    ${written.map(([table, column]) => `select ${column} ->> 'da' as text from ${table}`).join(' union ')}
    union select topic_title from threads
  ) written where length(text) > 3 and text not in (select subject from threads)`

/** Names of clubs and files, and addresses, which are the same in every language and may have a place's name in them. */
const names =
  'select name as text from organisations union select address from organisations union select address from events union select file_name from imports'

/** The visible texts that have one of these and are not in an element that says that it is Danish. */
const unmarked = (page: Page, texts: readonly string[], neutral: readonly string[]) =>
  page.evaluate<string[]>(`((texts, neutral) => {
    const found = new Set()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (element.closest('script, style, noscript, option, [role=log], [data-own-words]') || !element.checkVisibility()) continue
      if (element.closest('[lang]').lang === 'da') continue
      const said = neutral.reduce((text, name) => text.replaceAll(name, ''), node.textContent)
      if (texts.some((text) => said.includes(text))) found.add(node.textContent.trim())
    }
    return [...found]
  })(${JSON.stringify(texts)}, ${JSON.stringify(neutral)})`)

/** Texts of a page that are in Danish and do not say so, but for names in a sentence of the portal. */
const isSentence = speaks('en', 1)
async function expectMarked(page: Page, name: string, { texts, neutral }: Read) {
  await settled(page)
  const left = (await unmarked(page, texts, neutral)).filter((text) => !isSentence(text))
  expect.soft(left, name).toEqual([])
}

interface Read {
  readonly texts: readonly string[]
  readonly neutral: readonly string[]
}

/** Runs a story while no club has an English text and the choir is paused. */
async function withoutEnglish(portal: Portal, story: (read: Read) => Promise<void>) {
  const read = async (query: string) => (await inDatabase<{ text: string }>(portal, query)).map(({ text }) => text)
  const kept = await Promise.all(
    written.map(([table, column]) =>
      inDatabase<{ id: string; texts: unknown }>(
        portal,
        `select id, ${column} as texts from ${table} where ${column} ? 'en'`,
      ),
    ),
  )
  const write = (at: number, texts: string) =>
    inDatabase(
      portal,
      `update ${written[at]![0]} set ${written[at]![1]} = ${texts} from jsonb_to_recordset($1) as kept (id uuid, texts jsonb)
       where kept.id = ${written[at]![0]}.id`,
      [JSON.stringify(kept[at])],
    )
  for (const at of written.keys()) await write(at, `kept.texts - 'en'`)
  const pause = `update organisations set state = 'paused', paused_text = '{"da": "Vi holder ferie til august"}' where key = 'KOR'`
  await inDatabase(portal, pause)
  try {
    const texts = await read(danishTexts)
    expect(texts).toEqual(expect.arrayContaining(['Standerstrygning', 'Vi holder ferie til august']))
    await story({ texts, neutral: (await read(names)).filter((name) => name !== '') })
  } finally {
    await inDatabase(portal, `update organisations set state = 'live', paused_text = null where key = 'KOR'`)
    for (const at of written.keys()) await write(at, 'kept.texts')
  }
}

test("a club's Danish text says that it is Danish on every English page of a visitor and a member", async ({
  page: visitor,
  signedInAs,
  portal,
}) => {
  await withoutEnglish(portal, async (read) => {
    const [{ id: choir } = { id: '' }] = await inDatabase<{ id: string }>(
      portal,
      `select id from organisations where key = 'KOR'`,
    )
    for (const path of [paths.organisation(choir), paths.events(), paths.eventsOf('ROKLUB')]) {
      await visitor.goto(path)
      await expectMarked(visitor, path, read)
    }
    const page = await signedInAs('anna@example.com')
    for (const { name, open } of [
      ...memberPages,
      { name: 'paused', open: () => page.goto(paths.organisation(choir)) },
    ]) {
      await open(page)
      await expectMarked(page, name, read)
    }
  })
})

test("a club's Danish text says that it is Danish on every English page of its office", async ({
  signedInAs,
  portal,
}) => {
  await withoutEnglish(portal, async (read) => {
    const page = await signedInAs('admin@roklub.example')
    for (const { name, open } of officePages) {
      await open(page)
      await expectMarked(page, name, read)
    }
  })
})
