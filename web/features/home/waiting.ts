import { IconCreditCard, IconInbox } from '#web/ui/icons/index.ts'
import type { OfficeWork } from '#contract/home.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** Open tasks at the clubs that the reader works for. */
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
