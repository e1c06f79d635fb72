import { IconHeartHandshake } from '@tabler/icons-react'
import type { Invitation } from '#contract/family.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { m } from '#words/messages.js'
import { otherName } from '../words.ts'

/** Family links that wait for the reader's answer, as the front page says what to see to. */
export function waitingAttentions(invitations: readonly Invitation[]): Attention[] {
  const [first, ...others] = invitations
  if (!first) return []
  return [
    {
      icon: IconHeartHandshake,
      title:
        others.length > 0
          ? m.family_waiting_title_all({ count: invitations.length })
          : m.family_waiting_title({ name: otherName(first, false) }),
      text: m.family_approval_explained_short(),
      action: m.family_answer(),
      to: paths.family(),
    },
  ]
}
