import type { Language } from '#contract/values.ts'

interface MailFact {
  readonly label: string
  /** Lines below the label, smaller. */
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
  /** Who writes: the club, or the portal. */
  readonly sender: string
  readonly heading: string
  /** What a list of mails shows beside the subject. */
  readonly preview: string
  /** What must not be overlooked. */
  readonly notice?: string
  readonly paragraphs: readonly string[]
  /** What a person wrote, with its breaks, set apart from the portal's own words. */
  readonly quote?: string
  readonly tables?: readonly MailTable[]
  /** What to do, one after the other. */
  readonly steps?: readonly { readonly title: string; readonly text: string }[]
  readonly button?: { readonly label: string; readonly url: string }
  /** Below the button, smaller. */
  readonly remarks?: readonly string[]
  /** Why its receiver gets it. */
  readonly why: string
}

/** What stands at the foot of every mail. */
export interface MailFoot {
  readonly portal: string
  /** The page where its receiver chooses their messages; null for who has no account. */
  readonly chooseUrl: string | null
  /** The page that ends mails like this; null: they are always sent. */
  readonly unsubscribeUrl: string | null
}

/** The same with every text on one line, and every line of what is quoted. */
export function onOneLine(content: MailContent): MailContent {
  const { notice, quote, tables = [], steps = [], button, paragraphs, remarks = [], ...rest } = content
  const lines = (texts: readonly string[]) => texts.map(asLine)
  return {
    ...rest,
    sender: asLine(content.sender),
    heading: asLine(content.heading),
    preview: asLine(content.preview),
    why: asLine(content.why),
    ...(notice ? { notice: asLine(notice) } : {}),
    ...(quote ? { quote: quotedLines(quote).join('\n') } : {}),
    paragraphs: lines(paragraphs),
    remarks: lines(remarks),
    tables: tables.map(({ title = '', rows }) => ({ title: asLine(title), rows: rows.map(factOnOneLine) })),
    steps: steps.map(({ title, text }) => ({ title: asLine(title), text: asLine(text) })),
    ...(button ? { button: { label: asLine(button.label), url: button.url } } : {}),
  }
}

/** The lines of a quoted text, each clean. */
const quotedLines = (text: string): string[] => text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/).map(asLine)

const factOnOneLine = ({ label, details = [], value, ...rest }: MailFact): MailFact => ({
  ...rest,
  label: asLine(label),
  details: details.map(asLine),
  value: asLine(value),
})

/** Of the first and the last word that begin with a letter, as the portal writes them. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? [])
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toUpperCase()
}

/** No line begins with a dash, and no name stands apart from its greeting. */
export const headingWords = (heading: string): string =>
  heading.replaceAll(' – ', '\u00a0– ').replaceAll(', ', ',\u00a0')

/**
 * A text on one line, whatever a person wrote: line breaks of any kind become a space, and what only steers how text is
 * shown, such as writing it backwards, is left out.
 */
export const asLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
