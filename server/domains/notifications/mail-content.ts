import type { Language } from '#contract/values.ts'
import { asLine } from './one-line.ts'

export interface MailFact {
  readonly label: string
  /** Below the label, smaller. */
  readonly detail?: string
  readonly value: string
  readonly strong?: boolean
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
  readonly facts?: readonly MailFact[]
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
  /** The page where its receiver chooses their messages. */
  readonly chooseUrl: string
  /** The page that ends mails like this; null: they are always sent. */
  readonly unsubscribeUrl: string | null
}

/** The same with every text on one line. */
export function onOneLine(content: MailContent): MailContent {
  const { facts = [], steps = [], button, paragraphs, remarks = [], ...rest } = content
  const lines = (texts: readonly string[]) => texts.map(asLine)
  return {
    ...rest,
    sender: asLine(content.sender),
    heading: asLine(content.heading),
    preview: asLine(content.preview),
    why: asLine(content.why),
    paragraphs: lines(paragraphs),
    remarks: lines(remarks),
    facts: facts.map((fact) => ({
      ...fact,
      label: asLine(fact.label),
      detail: asLine(fact.detail ?? ''),
      value: asLine(fact.value),
    })),
    steps: steps.map(({ title, text }) => ({ title: asLine(title), text: asLine(text) })),
    ...(button ? { button: { label: asLine(button.label), url: button.url } } : {}),
  }
}
