import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { cancelRunQuery } from './cancel-queries.ts'
import type { EventClub } from './editor.ts'
import { progressWords } from './cancel-words.ts'

/** How far an event's cancellation is, with a link to it. */
export function CancelBanner({ club, eventId }: { readonly club: EventClub; readonly eventId: string }) {
  const { data: run } = useQuery(cancelRunQuery(club.id, eventId))
  if (!run) return null
  return (
    <>
      {' '}
      {run.state === 'waiting'
        ? m.event_cancel_banner_waiting()
        : run.state === 'declined'
          ? m.event_cancel_banner_declined()
          : progressWords(run)}{' '}
      <TextLink to={paths.cancelEvent(club.key, eventId)} underline="always">
        {m.event_cancel_banner_show()}
      </TextLink>
    </>
  )
}
