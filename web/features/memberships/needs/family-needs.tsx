import { AttentionList, type Attention } from '#web/ui/cards/attention-list.tsx'
import { m } from '#words/messages.js'
import { attentionsOf, type Known } from './attentions.ts'
import { useFamily } from '../use-family.ts'

export interface NeedsProps extends Pick<Known, 'clubs' | 'missing' | 'waiting'> {
  /** What waits besides memberships, and before them. */
  readonly first: readonly Attention[]
}

/** What waits for the reader and their family, or for whom the reader acts. */
export function FamilyNeeds({ first, ...known }: NeedsProps) {
  const { people, held } = useFamily()
  const memberships = held.data ? attentionsOf({ ...known, people, held: held.data }) : []
  const attentions = [...first, ...memberships]
  return attentions.length > 0 ? <AttentionList title={m.dashboard_needs_you()} items={attentions} /> : null
}
