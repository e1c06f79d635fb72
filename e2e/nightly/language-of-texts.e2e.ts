import type { Page } from '@playwright/test'
import { memberPages, settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase } from '../support/in-database.ts'
import { speaks } from '../support/spoken.ts'

/** What clubs wrote in Danish only. */
const danishTexts = `
  select distinct text from (
    select title_texts ->> 'da' as text from events where not title_texts ? 'en'
    union select place_texts ->> 'da' from events where not place_texts ? 'en'
    union select name_texts ->> 'da' from event_categories where not name_texts ? 'en'
    union select name_texts ->> 'da' from membership_configurations where not name_texts ? 'en'
    union select description_texts ->> 'da' from organisations where not description_texts ? 'en'
  ) written where length(text) > 3 and text not in (select subject from threads)`

/** Names of clubs and addresses, which are the same in every language and may have a place's name in them. */
const names = 'select name as text from organisations union select address from events'

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

test("a club's Danish text says that it is Danish on every English page of a member", async ({
  signedInAs,
  portal,
}) => {
  const read = async (query: string) => (await inDatabase<{ text: string }>(portal, query)).map(({ text }) => text)
  const texts = await read(danishTexts)
  const neutral = (await read(names)).filter((name) => name !== '')
  const isSentence = speaks('en', 1)
  expect(texts).toContain('Standerstrygning')
  const page = await signedInAs('anna@example.com')
  for (const { name, open } of memberPages) {
    await open(page)
    await settled(page)
    // In a sentence of the portal a name is not marked.
    const left = (await unmarked(page, texts, neutral)).filter((text) => !isSentence(text))
    expect.soft(left, name).toEqual([])
  }
})
