import { IconBell } from '@tabler/icons-react'
import type { EventSummary } from '#contract/event-answers.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { momentWords } from '#web/ui/words/when-words.ts'
import { m } from '#words/messages.js'

const soon = 14 * 24 * 60 * 60 * 1000
const most = 3

/** Events whose registration opens in the next two weeks, the first to open first. */
export function openingSoon(events: readonly EventSummary[], now = Date.now()): Attention[] {
  return events
    .flatMap((event) => (event.saleFrom === null ? [] : [{ event, opens: event.saleFrom }]))
    .filter(({ opens }) => Date.parse(opens) > now && Date.parse(opens) < now + soon)
    .toSorted((a, b) => Date.parse(a.opens) - Date.parse(b.opens))
    .slice(0, most)
    .map(({ event: { title, orgName, orgKey, id, timeZone }, opens }) => ({
      icon: IconBell,
      title,
      text: m.dashboard_opens({ club: orgName, date: momentWords(opens, timeZone) }),
      action: m.event_see(),
      to: paths.event(orgKey, id),
    }))
}
