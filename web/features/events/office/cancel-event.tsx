import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { isEventNotFound } from '../public-queries.ts'
import { cancelRunQuery } from './cancel-queries.ts'
import { CancelRunView } from './cancel-run.tsx'
import type { EventClub } from './event-form.ts'
import { EventGone } from './listed-event.tsx'
import { editedEventQuery } from './queries.ts'

// With the kit's stepper; a run is read far more often.
const CancelWizard = lazy(async () => ({ default: (await import('./cancel-wizard.tsx')).CancelWizard }))

interface Props {
  readonly club: EventClub & { readonly name: string }
  readonly eventId: string
  readonly may: { readonly write: boolean; readonly seeOrders: boolean }
}

/** Cancels a published event in three steps; of a cancelled one, shows how far that is. */
export function CancelEventPage({ club, eventId, may }: Props) {
  const event = useQuery(editedEventQuery(club.id, eventId))
  const run = useQuery(cancelRunQuery(club.id, eventId))
  if (isEventNotFound(event.error)) return <EventGone orgKey={club.key} />
  if (!event.data || run.data === undefined)
    return <NotLoaded order={1} query={event.error ? event : run} rows={3} height={160} />
  if (run.data) return <CancelRunView club={club} event={event.data} run={run.data} seesOrders={may.seeOrders} />
  if (event.data.status !== 'published' || !may.write)
    return (
      <ErrorPanel
        order={1}
        title={m.event_cancel_page()}
        message={m.event_cancel_not_published()}
        actions={<ButtonLink to={paths.officeEvent(club.key, eventId)}>{m.event_cancel_to_event()}</ButtonLink>}
      />
    )
  return (
    <Suspense fallback={<SkeletonList rows={3} height={160} />}>
      <CancelWizard club={club} event={event.data} />
    </Suspense>
  )
}
