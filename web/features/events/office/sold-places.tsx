import { Progress, Text } from '@mantine/core'
import type { ListedEvent } from '#contract/events/office.ts'
import { m } from '#words/messages.js'

/** How many places are sold and reserved, of how many. */
export function SoldPlaces({
  event: { sold, held, places },
}: {
  event: Pick<ListedEvent, 'sold' | 'held' | 'places'>
}) {
  const words = places === null ? m.office_events_sold({ sold }) : m.office_events_sold_of({ sold, places })
  return (
    <>
      <Text component="span" size="sm">
        {[words, held > 0 && m.office_events_held({ held })].filter(Boolean).join(', ')}
      </Text>
      {places !== null && places > 0 && (
        <Progress.Root size={6} mt={4} miw={120} aria-hidden>
          <Progress.Section value={(100 * sold) / places} color="fjord.5" />
          <Progress.Section value={(100 * held) / places} color="coral.5" />
        </Progress.Root>
      )}
    </>
  )
}
