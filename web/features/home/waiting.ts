import { IconCreditCard, IconHeartHandshake, IconInbox } from '@tabler/icons-react'
import type { Invitation } from '#contract/family.ts'
import type { OfficeWork } from '#contract/home.ts'
import { firstAnswerBy, otherName } from '#web/features/members/words.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** What waits at the clubs that the reader works for. */
export const officeAttentions = (offices: readonly OfficeWork[]): Attention[] =>
  offices.flatMap(({ club, open, waitingSince, unresolved }): Attention[] => [
    ...(open > 0
      ? [
          {
            icon: IconInbox,
            title: m.home_inbox_title({ count: open, club: club.name }),
            text: waitingSince ? m.home_inbox_since({ date: formatDate(waitingSince.slice(0, 10)) }) : '',
            action: m.home_inbox_action(),
            to: paths.inbox(club.key),
          },
        ]
      : []),
    ...(unresolved > 0
      ? [
          {
            icon: IconCreditCard,
            title: m.home_payments_title({ count: unresolved, club: club.name }),
            text: m.home_payments_text(),
            action: m.home_payments_action(),
            to: paths.clubPayments(club.key),
          },
        ]
      : []),
  ])

/** Family requests that wait for the reader's answer, as one item. */
export function waitingAttentions(invitations: readonly Invitation[]): Attention[] {
  const [first, ...others] = invitations
  if (!first) return []
  const until = firstAnswerBy(invitations)
  return [
    {
      icon: IconHeartHandshake,
      title:
        others.length > 0
          ? m.family_waiting_title_all({ count: invitations.length })
          : m.family_waiting_title({ name: otherName(first, false) }),
      text: until ? m.family_waiting_until({ date: formatDate(until) }) : m.family_approval_explained_short(),
      action: m.family_answer(),
      to: paths.family(),
    },
  ]
}
