import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { prefetch, queryClient } from '#web/api/query-client.ts'
import { currentSession, useSessionState } from '#web/api/session/session.ts'
import { availableCouponsQuery } from '#web/features/events/coupons/queries.ts'
import { isEventCancelled } from '#web/features/events/public-queries.ts'
import { ClosedRegistration } from '#web/features/events/registration/closed-registration.tsx'
import { RegistrationForm } from '#web/features/events/registration/registration-form.tsx'
import { RegistrationHead } from '#web/features/events/registration/registration-head.tsx'
import { SignedOutRegistration } from '#web/features/events/registration/signed-out-registration.tsx'
import type { EventDetail } from '#contract/events/answers.ts'
import { PaidBefore } from '#web/features/orders/result/paid-before.tsx'
import { namedClubsQuery } from '#web/features/organisations/queries.ts'
import { SignInRequired } from '#web/features/session/sign-in-required.tsx'
import { paths } from '#web/paths.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { checkEventAddress, eventCrumbs } from './-addresses.ts'
import { EventProblem } from './-event-problem.tsx'
import { eventQueryFor } from './-load-event.ts'

// Public: signed-out visitors see event and prices, and return here after signing in.
export const Route = createFileRoute('/_public/$orgKey/events/$id/register')({
  beforeLoad: checkEventAddress,
  loader: ({ params }) => loadRegistration(params.orgKey, params.id),
  component: RegistrationPage,
  staticData: { name: 'registerForEvent', title: m.title_event_register, crumbs: eventCrumbs },
})

async function loadRegistration(orgKey: string, eventId: string): Promise<void> {
  const signedIn = currentSession().status === 'signed-in'
  const event = await prefetch(eventQueryFor(signedIn, eventId))
  if (event && event.orgKey !== orgKey) throw notFound()
  if (event && signedIn && event.categories.some(({ price }) => price.minor > 0)) {
    await Promise.allSettled([
      queryClient.ensureQueryData(namedClubsQuery([event.orgId])),
      queryClient.ensureQueryData(availableCouponsQuery(event.orgId, eventId)),
    ])
  }
}

function RegistrationPage() {
  const { id } = Route.useParams()
  const { status } = useSessionState()
  if (status === 'signed-in' || status === 'signed-out') return <Registration key={id} eventId={id} />
  return <SignInRequired />
}

function Registration({ eventId }: { eventId: string }) {
  const signedIn = useSessionState(({ status }) => status === 'signed-in')
  const { orgKey } = Route.useParams()
  const { data: event, ...query } = useQuery(eventQueryFor(signedIn, eventId))
  if (event && !isEventCancelled(query.error)) return <LoadedRegistration event={event} signedIn={signedIn} />
  if (!query.error) return <SkeletonList rows={2} height={260} />
  return <EventProblem orgKey={orgKey} eventId={eventId} isVisitor={!signedIn} query={query} />
}

function LoadedRegistration({ event, signedIn }: { event: EventDetail; signedIn: boolean }) {
  // If registration closes meanwhile, the form stays and shows it.
  const [wasOpen] = useState(event.gates.length === 0)
  return (
    <Stack gap="lg">
      <RegistrationHead event={event} />
      {!wasOpen ? (
        <ClosedRegistration event={event} signedIn={signedIn} />
      ) : signedIn ? (
        <PaidBefore again={paths.registerForEvent(event.orgKey, event.id)}>
          <RegistrationForm event={event} />
        </PaidBefore>
      ) : (
        <SignedOutRegistration event={event} />
      )}
    </Stack>
  )
}
