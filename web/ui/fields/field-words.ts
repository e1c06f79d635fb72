import { config, type core } from 'zod/mini'
import { m } from '#words/messages.js'

const formats: Readonly<Record<string, () => string>> = {
  phone: m.field_phone,
  cvr: m.field_cvr,
  colour: m.field_colour,
}

type Issue = core.$ZodRawIssue

/** Validation messages in the user's language, for every schema checked in the browser. */
function fieldWords(issue: Issue): string | undefined {
  if ((issue.code === 'too_small' || issue.code === 'too_big') && /number|int/.test(issue.origin)) {
    // Amounts are in øre.
    if (/price|amount|minor|surcharge/i.test(String(issue.path?.at(-1)))) return m.field_invalid()
    return issue.code === 'too_small'
      ? m.field_too_small({ min: Number(issue.minimum) })
      : m.field_too_large({ max: Number(issue.maximum) })
  }
  if (issue.code === 'too_small') return m.field_required()
  if (issue.code === 'too_big') return m.field_too_long({ max: Number(issue.maximum) })
  if (issue.path?.at(-1) === 'website') return m.field_website()
  if (issue.code !== 'invalid_format') return m.field_invalid()
  if (issue.format === 'email') return issue.input === '' ? m.field_required() : m.field_email()
  // Also of a day that is refused for its year.
  if (issue.format === 'date' || /^\d{4}-\d\d-\d\d$/.test(String(issue.input))) return m.field_date()
  const field = String(issue.path?.at(-1)).replace(/^.*Phone$/, 'phone')
  return (formats[field] ?? m.field_invalid)()
}

// Imported by name, because calls of `z` are tree-shaken when their result is unused.
config({ customError: fieldWords })

/** For a sentence that can be focused like a field, as its cause has none. */
export const wrongWithoutField = { 'data-wrong': true, tabIndex: -1 } as const
const WRONG = '[data-wrong]'

/**
 * Focuses the first invalid field of a form, or what is wrong without being a field, as soon as React has rendered it: errors that come with an
 * answer are there some frames later.
 * @param form the form, or its id
 */
export function focusFirstError(form: string | HTMLElement | null, frames = 30): void {
  requestAnimationFrame(() => {
    const element = typeof form === 'string' ? document.getElementById(form) : form
    const wrong =
      element?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? element?.querySelector<HTMLElement>(WRONG)
    if (!wrong) {
      if (frames > 0) focusFirstError(form, frames - 1)
      return
    }
    wrong.focus()
    wrong.scrollIntoView({ block: 'center' })
  })
}
