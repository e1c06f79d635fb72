import { useState } from 'react'
import * as z from 'zod/mini'
import { useStoredText } from '#web/forms/drafts.ts'

/** Typed values of the steps. The event's name is not part of them: whoever returns types it again. */
const CancelDraft = z.object({
  step: z.int().check(z.minimum(0), z.maximum(2)),
  da: z.string(),
  en: z.string(),
  refunds: z.enum(['all', 'none']),
  reason: z.string(),
})
export type CancelDraft = z.infer<typeof CancelDraft>

const fresh: CancelDraft = { step: 0, da: '', en: '', refunds: 'all', reason: '' }

function read(text: string): CancelDraft {
  try {
    const parsed = CancelDraft.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    // Nothing was kept, or by another version of the portal.
  }
  return fresh
}

/** The draft of a cancellation, which survives a reload in this tab. */
export function useCancelDraft(eventId: string) {
  const stored = useStoredText(`cancel event ${eventId}`)
  const [draft, setDraft] = useState(() => read(stored.text))
  const save = (next: CancelDraft) => {
    setDraft(next)
    stored.change(JSON.stringify(next))
  }
  return {
    draft,
    change: (changes: Partial<CancelDraft>) => save({ ...draft, ...changes }),
    clear: () => stored.change(''),
  }
}
