import { useState } from 'react'
import * as z from 'zod/mini'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'

/** A note as it was when editing began. */
const Seen = z.object({ text: z.string(), version: z.number() })
export type Seen = z.infer<typeof Seen>

const NoteDraft = z.object({
  text: z.string(),
  /** Null for a new note. */
  seen: z.nullable(Seen),
})
type NoteDraft = z.infer<typeof NoteDraft>

const noteDraft = defineDraft({ key: 'note', schema: NoteDraft, lifetime: 'tab' })

/**
 * An unsent note; it survives closing the panel and reloading.
 * @param name identifies the new note of a member, or an existing note by its id
 * @param first used when nothing is stored
 */
export function useNoteDraft<W extends NoteDraft>(name: string, first: W) {
  const [begun] = useState(first)
  const { value, save, clear } = useDraft(noteDraft, name, begun)
  const draft = value as W
  return {
    ...draft,
    change: (text: string) => (text === begun.text ? clear() : save({ ...draft, text })),
    /** Records the version that the user has seen. */
    setSeen: (seen: W['seen']) => save({ ...draft, seen }),
    /** Sent or cancelled. */
    discard: clear,
  }
}

export const hasNoteDraft = (name: string): boolean => noteDraft.load(name) !== null
