import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ComponentType } from 'react'
import { problemText } from '#web/api/problem-text.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { EventNotPublic, isNotPublic } from '#web/features/events/event-not-public.tsx'
import { eventQuery } from '#web/features/events/queries.ts'
import { ClosedRegistration } from '#web/features/events/registration/closed-registration.tsx'
import { RegistrationHead } from '#web/features/events/registration/registration-head.tsx'
import type { EventDetail } from '#web/features/events/registration/use-registration.ts'
import { Guard } from '#web/features/session/guard.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'

interface Props {
  readonly eventId: string
  /** What it is for somebody who is signed in, and before that. */
  readonly signedIn: ComponentType<{ event: EventDetail }>
  readonly signedOut: ComponentType<{ event: EventDetail }>
}

/** Registers for an event; whoever is not signed in sees what it costs and begins. */
export function RegistrationPage(props: Props) {
  const session = useSessionState()
  if (session.status === 'signed-in' || session.status === 'signed-out') return <Registration {...props} />
  return <Guard atFrontDoor={false}>{null}</Guard>
}

function Registration({ eventId, ...parts }: Props) {
  const { data: event, error, refetch, isFetching } = useQuery(eventQuery(eventId))
  if (event) return <Open event={event} {...parts} />
  if (!error) return <SkeletonList rows={2} height={260} />
  if (isNotPublic(error)) return <EventNotPublic problem={error} />
  return <ErrorPanel order={1} message={problemText(error)} onRetry={() => void refetch()} retrying={isFetching} />
}

function Open({ event, signedIn: SignedIn, signedOut: SignedOut }: Omit<Props, 'eventId'> & { event: EventDetail }) {
  const signedIn = useSessionState().status === 'signed-in'
  // What closes meanwhile is said beside what was chosen, which stays.
  const [wasOpen] = useState(event.gates.length === 0)
  return (
    <Stack gap="lg">
      <RegistrationHead event={event} />
      {!wasOpen ? (
        <ClosedRegistration event={event} signedIn={signedIn} />
      ) : signedIn ? (
        <SignedIn event={event} />
      ) : (
        <Suspense fallback={<SkeletonList rows={1} height={320} />}>
          <SignedOut event={event} />
        </Suspense>
      )}
    </Stack>
  )
}
