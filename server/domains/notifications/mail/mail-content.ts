import type { Language } from '#contract/values.ts'

interface MailFact {
  readonly label: string
  /** Smaller lines below the label. */
  readonly details?: readonly string[]
  readonly value: string
  readonly strong?: boolean
}

export interface MailTable {
  readonly title?: string
  readonly rows: readonly MailFact[]
}

export interface MailContent {
  readonly locale: Language
  /** The club, or the portal. */
  readonly sender: string
  readonly heading: string
  /** Shown beside the subject in a list of mails. */
  readonly preview: string
  /** A prominent warning. */
  readonly notice?: string
  readonly paragraphs: readonly string[]
  /** Texts that people wrote: each keeps its line breaks, and is set apart from our words. Everything else is on one line. */
  readonly quotes?: readonly string[]
  readonly tables?: readonly MailTable[]
  /** Numbered instructions. */
  readonly steps?: readonly { readonly title: string; readonly text: string }[]
  readonly button?: { readonly label: string; readonly url: string }
  /** Small print below the button. */
  readonly remarks?: readonly string[]
  /** Why the receiver gets it. */
  readonly why: string
}

export interface MailFoot {
  readonly portal: string
  /** The page with the receiver's message settings; null if they have no account. */
  readonly chooseUrl: string | null
  /** The unsubscribe page; null if such mails are always sent. */
  readonly unsubscribeUrl: string | null
}

/** Puts every text, and every line of a quote, on one line. */
export function onOneLine(content: MailContent): MailContent {
  const { notice, quotes = [], tables = [], steps = [], button, paragraphs, remarks = [], ...rest } = content
  const lines = (texts: readonly string[]) => texts.map(asLine)
  return {
    ...rest,
    sender: asLine(content.sender),
    heading: asLine(content.heading),
    preview: asLine(content.preview),
    why: asLine(content.why),
    ...(notice ? { notice: asLine(notice) } : {}),
    quotes: quotes.map((text) => quotedLines(text).join('\n')),
    paragraphs: lines(paragraphs),
    remarks: lines(remarks),
    tables: tables.map(({ title = '', rows }) => ({ title: asLine(title), rows: rows.map(factOnOneLine) })),
    steps: steps.map(({ title, text }) => ({ title: asLine(title), text: asLine(text) })),
    ...(button ? { button: { label: asLine(button.label), url: button.url } } : {}),
  }
}

const quotedLines = (text: string): string[] => text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/).map(asLine)

const factOnOneLine = ({ label, details = [], value, ...rest }: MailFact): MailFact => ({
  ...rest,
  label: asLine(label),
  details: details.map(asLine),
  value: asLine(value),
})

/** The initials of the first and the last word. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? [])
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toUpperCase()
}

/** Keeps dashes off the start of a line, and names with their greeting. */
export const headingWords = (heading: string): string =>
  heading.replaceAll(' – ', '\u00a0– ').replaceAll(', ', ',\u00a0')

/** A text on one line: line breaks of any kind become a space, and bidirectional control characters are removed. */
export const asLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
