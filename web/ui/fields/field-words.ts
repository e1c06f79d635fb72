import { config, type core } from 'zod/mini'
import { m } from '#words/messages.js'

type Issue = core.$ZodRawIssue

/** What is wrong with a field, in the reader's language, for every schema checked in the browser. */
function fieldWords(issue: Issue): string | undefined {
  if (issue.code === 'too_small') return m.field_required()
  if (issue.code === 'too_big') return m.field_too_long({ max: Number(issue.maximum) })
  if (issue.code !== 'invalid_format') return m.field_invalid()
  if (issue.format === 'email') return issue.input === '' ? m.field_required() : m.field_email()
  if (issue.format === 'date') return m.field_date()
  return issue.path?.at(-1) === 'phone' ? m.field_phone() : m.field_invalid()
}

// By its own name: calls of `z` are left out of the build where nobody uses what they make.
config({ customError: fieldWords })

/** Moves the focus to the first field of a form that is marked as wrong, once React has marked it. */
export function focusFirstError(formId: string): void {
  requestAnimationFrame(() => {
    const wrong = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  })
}
