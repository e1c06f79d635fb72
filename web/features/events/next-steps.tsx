import { IconCalendarEvent, IconCalendarMonth, IconUserPlus, IconUsersGroup } from '#web/ui/icons/index.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { OrderState } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { type Attention, AttentionList } from '#web/ui/cards/attention-list.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { eventsOfClubQuery } from './queries.ts'

type Order = NonNullable<OrderState['own']>

/** Next steps after a purchase: an event at the club, or others for this one; the calendar; for new members the family. */
export function NextSteps({ order }: { order: Order }) {
  const event = order.lines.find((line) => line.event)?.event
  const { data } = useInfiniteQuery({ ...eventsOfClubQuery(order.orgId), enabled: !event })
  const first = data?.pages[0]?.[0]
  const isJoining = order.joining.length > 0
  const calendar: Attention = {
    icon: IconCalendarMonth,
    title: m.next_calendar_title(),
    text: m.next_calendar_text(),
    action: m.events_calendar(),
    to: paths.calendar(),
  }
  const family: Attention = {
    icon: IconUsersGroup,
    title: m.next_family_title(),
    text: m.next_family_text({ club: order.orgName }),
    action: m.next_family_action(),
    to: paths.participants(),
  }
  const items: Attention[] = event
    ? [
        calendar,
        {
          icon: IconUserPlus,
          title: m.next_others_title(),
          text: m.next_others_text(),
          action: m.next_others_action(),
          to: paths.registerForEvent(order.orgKey, event.eventId),
        },
      ]
    : [
        {
          icon: IconCalendarEvent,
          title: isJoining ? m.next_event_title({ club: order.orgName }) : m.next_event_again({ club: order.orgName }),
          text: first ? `${first.title}, ${whenWords(first, 'short')}` : m.next_event_text(),
          action: first ? m.event_see() : m.own_organizations_events(),
          to: first ? paths.event(first.orgKey, first.id) : paths.eventsOf(order.orgKey),
        },
        calendar,
        ...(isJoining ? [family] : []),
      ]
  return <AttentionList title={m.next_title()} items={items} calm />
}
