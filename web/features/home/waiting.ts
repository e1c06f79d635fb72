import { IconBell, IconCreditCard, IconInbox } from '#web/ui/icons/index.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import type { OfficeWork } from '#contract/home.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** Open tasks at the clubs that the reader works for. */
export const officeAttentions = (offices: readonly OfficeWork[]): Attention[] =>
  offices.flatMap(({ club, open, waitingSince, unresolved }): Attention[] => [
    ...(open > 0
      ? [
          {
            icon: IconInbox,
            title: m.home_inbox_title({ count: open, club: club.name }),
            text: waitingSince ? m.home_inbox_since({ date: formatDate(waitingSince) }) : '',
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

/** Events of the family's tickets whose questions wait for answers. */
export const missingAnswersNotices = (tickets: readonly Ticket[]): Attention[] =>
  [
    ...Map.groupBy(
      tickets.filter(({ past, answersMissing = 0 }) => !past && answersMissing > 0),
      ({ event }) => event.id,
    ),
  ].map(([, those]) => {
    const [{ event, id }] = those as [Ticket, ...Ticket[]]
    return {
      icon: IconBell,
      title: m.dashboard_answers_missing({ event: event.title }),
      lang: langOf(event, 'title'),
      text: m.dashboard_answers_missing_text({
        club: event.orgName,
        names: formatList(those.map(({ memberName }) => memberName)),
      }),
      action: m.dashboard_answers_action(),
      to: those.length === 1 ? paths.ticket(event.orgKey, event.id, id) : paths.ticketsOf(event.orgKey, event.id),
    }
  })
