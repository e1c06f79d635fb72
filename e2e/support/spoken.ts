import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

type Language = 'da' | 'en'
type Message = string | readonly { readonly match: Record<string, string> }[]

const other = { da: 'en', en: 'da' } as const
const textsOf = (language: Language): string[] => {
  const file = path.join(import.meta.dirname, '../../messages', `${language}.json`)
  const { $schema: _schema, ...messages } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Message>
  return Object.entries(messages).flatMap(([key, said]) =>
    // A club's town is a name, and written as its people write it.
    key.startsWith('time_zone_')
      ? []
      : typeof said === 'string'
        ? [said]
        : said.flatMap(({ match }) => Object.values(match)),
  )
}
const wordsIn = (text: string): string[] =>
  text
    .replace(/\{\w+\}/g, ' ')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? []
const texts = { da: textsOf('da'), en: textsOf('en') }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text is a message of a language, with any parameters beside so many words. */
export function speaks(language: Language, fewest = 2): (text: string) => boolean {
  const whole = new Set(texts[language])
  const patterns = texts[language]
    .filter((text) => text.includes('{') && wordsIn(text).length >= fewest)
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\w+\}/)
            .map(escaped)
            .join('.+')}$`,
          's',
        ),
    )
  return (text) => whole.has(text) || patterns.some((pattern) => pattern.test(text))
}
const isMessage = { da: speaks('da'), en: speaks('en') }

/** Dates and money as the other language writes them. */
const foreignFigures = {
  da: /\b\d{1,2} (Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b|^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$|\bDKK\s\d/,
  en: /\b\d{1,2}\. (jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec)|^(man|tirs|ons|tors|fre|lør|søn)dag$|\d\skr\.|\bkl\.\s?\d/i,
}

/** Why a text is not in the expected language, or null. Longer texts that are not messages were written by people. */
function foreign(text: string, language: Language): string | null {
  if (isMessage[language](text)) return null
  if (isMessage[other[language]](text)) return 'a message of the other language'
  const isFigure = text.length < 60 && foreignFigures[language].test(text)
  return isFigure ? 'a date or an amount of the other language' : null
}

/** All visible and accessible texts of a page, without typed text and elements with their own language. */
const said = `(() => {
  const skipped = '[lang]:not(html), [role=log], script, style, noscript, [contenteditable], [data-own-words]'
  const found = new Set([document.title])
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === 3 ? node.parentElement : node
    if (element.closest(skipped) || !element.checkVisibility()) continue
    if (node.nodeType === 3) found.add(node.textContent)
    else for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']) found.add(node.getAttribute(name) ?? '')
  }
  return [...found].map((text) => text.trim()).filter((text) => text !== '')
})()`

/** Expects no text of the other language on a page, as soon as what the server words has been read again. */
export async function expectSpoken(page: Page, language: Language, name: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  const left = async () =>
    (await page.evaluate<string[]>(said)).flatMap((text) => {
      const reason = foreign(text, language)
      return reason === null ? [] : [`${text}: ${reason}`]
    })
  await expect
    .configure({ soft: true })
    .poll(left, { message: `${name}, in ${language}` })
    .toEqual([])
}

/** Whether a page is the portal's own, with a language switch, not the provider's or the gateway's. */
export const isPortal = (page: Page): Promise<boolean> => page.evaluate<boolean>('typeof __TSR_ROUTER__ === "object"')

/** Checks a page in Danish and switches back to English, without a reload. */
export async function inDanish(page: Page, look: () => Promise<void>): Promise<void> {
  await switchTo(page, 'da')
  await look()
  await switchTo(page, 'en')
}

/** Presses the switch, also under a dialog, and waits until all texts are rendered. */
export async function switchTo(page: Page, language: Language): Promise<void> {
  await page.locator('#language-switch').waitFor({ state: 'attached' })
  await page.evaluate(`document.getElementById('language-switch').click()`)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // Toasts are cleared, and fade.
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy="true"], .mantine-Notification-root')).toHaveCount(0)
}
