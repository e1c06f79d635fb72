import type { MantineColor } from '@mantine/core'
import type { EventBadge, EventFields, EventTemplate } from '#contract/events/office.ts'
import { readersText } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'

// Words of lists and headings, apart from those of the editor.

/** An event's title in the reader's language. */
export const titleOf = ({ title }: { readonly title: EventFields['title'] }): string =>
  readersText(title) || m.office_events_untitled()

/** Local times of a form, `2027-07-05T09:30`, for words that want moments. */
export const timesOf = ({ startsAt, endsAt }: Pick<EventFields, 'startsAt' | 'endsAt'>) => ({
  startDate: `${startsAt}:00Z`,
  endDate: `${endsAt}:00Z`,
  timeZone: 'UTC',
})

export const badgeWords: Readonly<Record<EventBadge, { readonly label: () => string; readonly color: MantineColor }>> =
  {
    draft: { label: m.event_badge_draft, color: 'gray' },
    hidden: { label: m.event_state_hidden, color: 'gray' },
    announced: { label: m.event_badge_announced, color: 'fjord' },
    on_sale: { label: m.event_badge_on_sale, color: 'teal' },
    last_places: { label: m.event_badge_last_places, color: 'coral' },
    sold_out: { label: m.event_state_full, color: 'coral' },
    sale_ended: { label: m.event_state_closed, color: 'gray' },
    running: { label: m.event_badge_running, color: 'teal' },
    over: { label: m.event_state_over, color: 'gray' },
    cancelled: { label: m.event_badge_cancelled, color: 'red' },
  }

export const templateWords: Readonly<Record<EventTemplate, () => string>> = {
  party: m.office_events_template_party,
  course: m.office_events_template_course,
  camp: m.office_events_template_camp,
  match: m.office_events_template_match,
  assembly: m.office_events_template_assembly,
}
