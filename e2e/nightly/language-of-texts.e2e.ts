import type { Page } from '@playwright/test'
import { memberPages, settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase } from '../support/in-database.ts'
import { isMessage } from '../support/spoken.ts'

/** What clubs wrote in Danish only. */
const danishTexts = `
  select distinct text from (
    select title_texts ->> 'da' as text from events where not title_texts ? 'en'
    union select place_texts ->> 'da' from events where not place_texts ? 'en'
    union select name_texts ->> 'da' from event_categories where not name_texts ? 'en'
    union select name_texts ->> 'da' from membership_configurations where not name_texts ? 'en'
    union select description_texts ->> 'da' from organisations where not description_texts ? 'en'
  ) written where length(text) > 3`

/** The visible texts that have one of these and are not in an element that says that it is Danish. */
const unmarked = (page: Page, texts: readonly string[]) =>
  page.evaluate<string[]>(`((texts) => {
    const found = new Set()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (element.closest('script, style, noscript, option, [role=log], [data-own-words]') || !element.checkVisibility()) continue
      if (element.closest('[lang]').lang === 'da') continue
      if (texts.some((text) => node.textContent.includes(text))) found.add(node.textContent.trim())
    }
    return [...found]
  })(${JSON.stringify(texts)})`)

test("a club's Danish text says that it is Danish on every English page of a member", async ({
  signedInAs,
  portal,
}) => {
  const rows = await inDatabase<{ text: string }>(portal, danishTexts)
  const texts = rows.map(({ text }) => text)
  expect(texts).toContain('Standerstrygning')
  const page = await signedInAs('anna@example.com')
  for (const { name, open } of memberPages) {
    await open(page)
    await settled(page)
    // In a sentence of the portal a name is not marked.
    const left = (await unmarked(page, texts)).filter((text) => !isMessage.en(text))
    expect.soft(left, name).toEqual([])
  }
})
