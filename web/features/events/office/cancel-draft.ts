import * as z from 'zod/mini'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'

/** Typed values of the steps. The event's name is not part of them: whoever returns types it again. */
const CancelDraft = z.object({
  /** Of a date of a series. */
  scope: z._default(z.enum(['one', 'later']), 'one'),
  step: z.int().check(z.minimum(0), z.maximum(2)),
  da: z.string(),
  en: z.string(),
  refunds: z.enum(['all', 'none']),
  reason: z.string(),
})
export type CancelDraft = z.infer<typeof CancelDraft>

const cancelDraft = defineDraft({ key: 'draft cancel event', schema: CancelDraft, lifetime: 'tab' })

const fresh: CancelDraft = { scope: 'one', step: 0, da: '', en: '', refunds: 'all', reason: '' }

export function useCancelDraft(eventId: string) {
  const { value: draft, save, clear } = useDraft(cancelDraft, eventId, fresh)
  return { draft, change: (changes: Partial<CancelDraft>) => save({ ...draft, ...changes }), clear }
}
