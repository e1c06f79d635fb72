import type { EventFields } from '#contract/office-events.ts'
import { Local } from '#web/api/local-text.tsx'
import { m } from '#words/messages.js'

/** An event's title in an office's lists and headings. */
export const EventTitle = ({ event: { title } }: { readonly event: { readonly title: EventFields['title'] } }) => (
  <Local text={title} none={m.office_events_untitled()} />
)
