import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countText } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { officesQuery } from './queries.ts'

/** How many threads wait for an answer in all clubs whose office the reader speaks for; nothing when none does. */
export default function InboxCount() {
  const { data = [] } = useQuery(officesQuery)
  const count = data.reduce((sum, { open }) => sum + open, 0)
  if (count === 0) return null
  return (
    <>
      <span aria-hidden>{countText(count)}</span>
      <VisuallyHidden>{m.inbox_waiting({ count })}</VisuallyHidden>
    </>
  )
}
