import { Stack, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useState, useRef } from 'react'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import { config } from '#web/api/config.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession, useSessionState, useSession, register, signIn } from '#web/api/session/session.ts'
import { type CouponHandle, CouponField } from '#web/features/events/coupons/coupon-field.tsx'
import { availableCouponsQuery } from '#web/features/events/coupons/queries.ts'
import { EventNotPublic, isNotPublic } from '#web/features/events/event-not-public.tsx'
import { eventQuery } from '#web/features/events/queries.ts'
import { ClosedRegistration } from '#web/features/events/registration/closed-registration.tsx'
import { RegistrationForm } from '#web/features/events/registration/registration-form.tsx'
import { RegistrationHead } from '#web/features/events/registration/registration-head.tsx'
import { RegistrationProblem } from '#web/features/events/registration/registration-problem.tsx'
import { SignedOutRegistration } from '#web/features/events/registration/signed-out-registration.tsx'
import { type EventDetail, useRegistration } from '#web/features/events/registration/use-registration.ts'
import { BirthDateField } from '#web/features/members/birth-date-field.tsx'
import { billingAnswers } from '#web/features/orders/checkout/billing-answers.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { namedClubsQuery } from '#web/features/organisations/queries.ts'
import { Guard } from '#web/features/session/guard.tsx'
import { paths } from '#web/paths.ts'
import { requireId, upperCaseOrgKey } from '#web/routes/-addresses.ts'
import { unlessUnknown } from '#web/routes/-lead-to-event.ts'
import { useReloadPurchases } from '#web/routes/-reload-purchases.ts'
import { useTicketCheckout } from '#web/routes/-ticket-checkout.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useGo } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { whenOpened } from '#web/ui/loading/when-opened.tsx'
import { TestClub } from '#web/features/orders/test-club.tsx'
import BillingPart from '#web/features/orders/checkout/billing-part.tsx'
import ClubUnpayable from '#web/features/orders/checkout/club-unpayable.tsx'
import { m } from '#words/messages.js'

// For anyone: whoever is not signed in sees the event and its prices, and comes back here from the sign-in.
export const Route = createFileRoute('/$orgKey/events/$id/register')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  loader: ({ params }) => loadRegistration(params.orgKey, params.id),
  component: Page,
  staticData: {
    name: 'registerForEvent',
    title: m.title_event_register,
    crumbs: [
      { label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) },
      { label: m.title_event, to: ({ orgKey = '', id = '' }) => paths.event(orgKey, id) },
    ],
  },
})

function Page() {
  const { id } = Route.useParams()
  return <RegistrationPage key={id} eventId={id} />
}

/** What is registered for, signed in or not, before the page is drawn. At the address of another club there is no page. */
async function loadRegistration(orgKey: string, eventId: string): Promise<void> {
  const signedIn = currentSession().status === 'signed-in'
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch(unlessUnknown)
  if (event && event.orgKey !== orgKey) throw notFound()
  if (event && signedIn && event.categories.some(({ price }) => price.minor > 0)) {
    await Promise.allSettled([
      queryClient.ensureQueryData(namedClubsQuery([event.orgId])),
      queryClient.ensureQueryData(availableCouponsQuery(event.orgId, eventId)),
    ])
  }
}

/** Registers for an event; whoever is not signed in sees what it costs and begins. */
function RegistrationPage({ eventId }: { eventId: string }) {
  const session = useSessionState()
  if (session.status === 'signed-in' || session.status === 'signed-out') return <Registration eventId={eventId} />
  return <Guard atFrontDoor={false}>{null}</Guard>
}

function Registration({ eventId }: { eventId: string }) {
  const { data: event, error, refetch, isFetching } = useQuery(eventQuery(eventId))
  if (event) return <Open event={event} />
  if (!error) return <SkeletonList rows={2} height={260} />
  if (isNotPublic(error)) return <EventNotPublic problem={error} />
  return <ErrorPanel order={1} message={problemText(error)} onRetry={() => void refetch()} retrying={isFetching} />
}

function Open({ event }: { event: EventDetail }) {
  const signedIn = useSessionState().status === 'signed-in'
  // What closes meanwhile is said beside what was chosen, which stays.
  const [wasOpen] = useState(event.gates.length === 0)
  return (
    <Stack gap="lg">
      <RegistrationHead event={event} />
      {!wasOpen ? (
        <ClosedRegistration event={event} signedIn={signedIn} />
      ) : signedIn ? (
        <Registering event={event} />
      ) : (
        <RegisteringSignedOut event={event} />
      )}
    </Stack>
  )
}

const ParticipantWindow = whenOpened(
  async () => (await import('#web/features/members/participants/participant-window.tsx')).ParticipantWindow,
)

/** The registration of somebody who is signed in, from what the features offer. */
function Registering({ event }: { event: EventDetail }) {
  const { member } = useSession()
  const subject = useSubject()
  const go = useGo()
  const reload = useReloadPurchases()
  const club = useQuery(namedClubsQuery([event.orgId])).data?.[0]
  const people = useQuery(peopleQuery(member.id))
  const registration = useRegistration(event, member.id, subject.id === member.id ? null : subject.id)
  const { price, coupon } = registration
  const [billing] = useState(billingAnswers)
  const code = useRef<CouponHandle>(null)
  const settled = (token: string) =>
    void go(paths.eventConfirm(event.orgKey, event.id, { [`${config.productKey}token`]: token }))
  const checkout = useTicketCheckout(event, member, registration, { billing: billing.latest, settled })
  const unpayable = club?.paymentProviderId === null
  const costs = event.categories.some(({ price: standard }) => standard.minor > 0)
  return (
    <>
      <UnpaidNotice
        only
        beside={({ lines }) => lines.some((line) => line.event?.eventId === event.id)}
        onEnded={reload}
      />
      <RegistrationForm
        event={event}
        memberId={member.id}
        registration={registration}
        checkout={checkout}
        unpayable={unpayable}
        coupon={
          costs && (
            <CouponField
              ref={code}
              orgId={event.orgId}
              eveId={event.id}
              value={coupon}
              onChange={registration.setCoupon}
              result={price.quote?.coupon}
              pending={price.pending}
              signedIn
            />
          )
        }
        billing={<BillingPart member={member} onChange={billing.tell} />}
        checkBilling={async () => (await billing.ready()).check()}
        checkCoupon={async () => {
          const typed = await code.current?.takeTyped()
          if (typed?.code) checkout.tellPriceWith(typed.code)
          return !typed
        }}
        addPerson={<AddPerson member={member} eventId={event.id} onAdded={registration.tick} />}
        askBirthDate={(memberId) => {
          const person = [member, ...(people.data ?? []).map((one) => one.member)].find(({ id }) => id === memberId)
          return person && <BirthDateField person={person} readerId={member.id} />
        }}
        problem={
          <RegistrationProblem
            error={checkout.error}
            newTotal={checkout.priceChanged?.total ?? null}
            onWithoutCoupon={() => registration.setCoupon('')}
          />
        }
        test={
          <>
            {club?.paymentTestMode && <TestClub clubs={[]} />}
            {unpayable && price.quote && price.quote.total.minor > 0 && (
              <ClubUnpayable parts={[{ orgId: event.orgId, club, lines: [], total: null }]} others={false} />
            )}
          </>
        }
        onSubmit={checkout.start}
      />
    </>
  )
}

interface AddProps {
  readonly member: ReturnType<typeof useSession>['member']
  readonly eventId: string
  readonly onAdded: (person: EventDetail['people'][number]) => void
}

/** Brings a child into the family in a dialog; once there, they take part. */
function AddPerson({ member, eventId, onAdded }: AddProps) {
  const cache = useQueryClient()
  const [opened, dialog] = useDisclosure(false)
  const add = async ({ id }: AddProps['member']) => {
    const { people } = await cache.fetchQuery({ ...eventQuery(eventId), staleTime: 0 })
    const person = people.find(({ memberId }) => memberId === id)
    if (person) onAdded(person)
  }
  return (
    <>
      <Button variant="light" onClick={dialog.open} leftSection={<IconUserPlus size={20} stroke={1.7} aria-hidden />}>
        {m.participants_add()}
      </Button>
      <ParticipantWindow
        reader={member}
        opened={opened}
        onClose={dialog.close}
        onSaved={(participant) => void add(participant).catch(() => undefined)}
      />
    </>
  )
}

/** The registration of somebody who signs in later; both ways in come back here. */
const RegisteringSignedOut = ({ event }: { event: EventDetail }) => (
  <SignedOutRegistration
    event={event}
    onSignIn={() => void signIn()}
    onRegister={() => void register()}
    renderCoupon={(value, onChange, onTyped) => (
      <CouponField
        orgId={event.orgId}
        eveId={event.id}
        value={value}
        onChange={onChange}
        onTyped={onTyped}
        result={null}
        pending={false}
        signedIn={false}
      />
    )}
  />
)
