import { useState } from 'react'
import * as z from 'zod/mini'
import { OfficeRole } from '#contract/office-scopes.ts'
import { clubTemplates } from '#contract/club-templates.ts'
import { NewMembership } from '#contract/operator.ts'
import { newToken } from '#web/api/client.ts'
import { useStoredText } from '#web/api/drafts.ts'

/** What is typed into the five steps. The key at the card gateway is not part of it: it is never kept. */
const NewClubDraft = z.object({
  token: z.string(),
  step: z.int().check(z.minimum(0), z.maximum(4)),
  name: z.string(),
  key: z.string(),
  cvr: z.string(),
  contactEmail: z.string(),
  address: z.string(),
  city: z.string(),
  colour: z.string(),
  template: z.enum([...clubTemplates, 'none']),
  memberships: z.array(NewMembership),
  people: z.array(z.object({ email: z.string(), role: OfficeRole })),
  /** A key was typed, which has to be typed again after a reload. */
  hasKey: z.boolean(),
})
export type NewClubDraft = z.infer<typeof NewClubDraft>

const fresh = (): NewClubDraft => ({
  token: newToken(),
  step: 0,
  name: '',
  key: '',
  cvr: '',
  contactEmail: '',
  address: '',
  city: '',
  colour: '',
  template: 'none',
  memberships: [],
  people: [{ email: '', role: 'chair' }],
  hasKey: false,
})

function read(text: string): NewClubDraft {
  try {
    const parsed = NewClubDraft.safeParse(JSON.parse(text))
    if (parsed.success) return reopened(parsed.data)
  } catch {
    // Nothing was kept, or by another version of the portal.
  }
  return fresh()
}

/** Not past the payment without the key that was typed there. */
const reopened = (draft: NewClubDraft): NewClubDraft =>
  draft.hasKey ? { ...draft, step: Math.min(draft.step, 3) } : draft

/** The draft of a new club, which survives a reload and a new sign-in in this tab. */
export function useNewClubDraft() {
  const stored = useStoredText('operator new club')
  const [draft, setDraft] = useState(() => read(stored.text))
  const save = (next: NewClubDraft) => {
    setDraft(next)
    stored.change(JSON.stringify(next))
  }
  return {
    draft,
    change: (changes: Partial<NewClubDraft>) => save({ ...draft, ...changes }),
    clear: () => stored.change(''),
  }
}
