import type { AnswerTemplate } from '#contract/conversation-answers.ts'
import { storeText, storedText } from '#web/api/drafts.ts'

type Values = Pick<AnswerTemplate, 'title' | 'text'>

const fields = ['title', 'text'] as const

/** A template that is being written, which this tab keeps until it is saved or given up. @param template null: a new one */
export function templateDraft(orgId: string, template: AnswerTemplate | null) {
  const nameOf = (field: keyof Values) => `template ${template?.id ?? `of ${orgId}`} ${field}`
  const first: Values = { title: template?.title ?? '', text: template?.text ?? '' }
  return {
    values: { title: storedText(nameOf('title')) || first.title, text: storedText(nameOf('text')) || first.text },
    isBegun: fields.some((field) => storedText(nameOf(field)) !== ''),
    keep: (values: Values) => {
      for (const field of fields) storeText(nameOf(field), values[field] === first[field] ? '' : values[field])
    },
    forget: () => {
      for (const field of fields) storeText(nameOf(field), '')
    },
  }
}

/** What a template's placeholders stand for. */
export interface Filling {
  /** Whoever asks. */
  readonly name: string
  readonly club: string
}

/**
 * The words of a template for one answer: `{name}` becomes the first name of whoever asks, `{club}` the club's. What they are
 * filled in with is text, and is not looked through for placeholders again; other braces stay.
 */
export const fillTemplate = (text: string, { name, club }: Filling): string =>
  text.replace(/\{(name|club)\}/g, (_, what: string) => (what === 'name' ? (name.split(/\s+/)[0] ?? name) : club))
