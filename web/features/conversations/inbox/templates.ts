import type { AnswerTemplate } from '#contract/office-conversations.ts'
import { storeText, storedText } from '#web/api/drafts.ts'

type Values = Pick<AnswerTemplate, 'title' | 'text'>

const fields = ['title', 'text'] as const

/** An unsaved template, stored in this tab until it is saved or cancelled. */
export function templateDraft(orgId: string, template: AnswerTemplate | null) {
  const nameOf = (field: keyof Values) => `template ${template?.id ?? `of ${orgId}`} ${field}`
  const first: Values = { title: template?.title ?? '', text: template?.text ?? '' }
  return {
    values: { title: storedText(nameOf('title')) || first.title, text: storedText(nameOf('text')) || first.text },
    isBegun: fields.some((field) => storedText(nameOf(field)) !== ''),
    save: (values: Values) => {
      for (const field of fields) storeText(nameOf(field), values[field] === first[field] ? '' : values[field])
    },
    discard: () => {
      for (const field of fields) storeText(nameOf(field), '')
    },
  }
}

export interface Filling {
  /** The recipient's full name. */
  readonly name: string
  readonly club: string
}

/**
 * Fills in a template: `{name}` becomes the recipient's first name, `{club}` the club's name. Inserted values are not
 * scanned for placeholders; other braces stay.
 */
export const fillTemplate = (text: string, { name, club }: Filling): string =>
  text.replace(/\{(name|club)\}/g, (_, what: string) => (what === 'name' ? (name.split(/\s+/)[0] ?? name) : club))
