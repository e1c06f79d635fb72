import type { EventFacts } from '#contract/events/answers.ts'
import { Own } from '#web/ui/own-text.tsx'

/** The place of an event, if it has one, and its club. */
export const Where = ({ event }: { readonly event: Pick<EventFacts, 'place' | 'orgName' | 'danish'> }) => (
  <>
    {event.place && (
      <>
        <Own of={event} field="place" />
        {' · '}
      </>
    )}
    {event.orgName}
  </>
)
