import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconUserPlus } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { config } from '#web/api/config.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useSession } from '#web/api/session/session.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import type { CouponHandle } from '#web/features/events/coupons/coupon-field.tsx'
import { eventQuery } from '#web/features/events/queries.ts'
import { RegistrationForm } from '#web/features/events/registration/registration-form.tsx'
import { RegistrationProblem } from '#web/features/events/registration/registration-problem.tsx'
import { useRegistration, type EventDetail } from '#web/features/events/registration/use-registration.ts'
import { BirthDateField } from '#web/features/members/birth-date-field.tsx'
import { billingAnswers } from '#web/features/orders/checkout/billing-answers.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { namedClubsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/ui/link.tsx'
import { whenOpened } from '#web/ui/loading/when-opened.tsx'
import { m } from '#words/messages.js'
import { useReloadPurchases } from './use-reload-purchases.ts'
import { CouponField } from './later-coupon.ts'
import { useTicketCheckout } from './use-ticket-checkout.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

// Most clubs are paid for real, by card.
const TestClub = lazyPart(async () => (await import('#web/features/orders/test-club.tsx')).TestClub)
// A free event needs none.
const BillingPart = lazyPart(async () => (await import('#web/features/orders/checkout/billing-part.tsx')).default)
const ClubUnpayable = lazyPart(async () => (await import('#web/features/orders/checkout/club-unpayable.tsx')).default)
const ParticipantWindow = whenOpened(
  async () => (await import('#web/features/members/participants/participant-window.tsx')).ParticipantWindow,
)

/** The registration of somebody who is signed in, from what the features offer. */
export function Registering({ event }: { event: EventDetail }) {
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
            <Suspense fallback={<Skeleton height={68} radius="md" />}>
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
            </Suspense>
          )
        }
        billing={
          <Suspense fallback={<Skeleton height={176} radius="lg" />}>
            <BillingPart member={member} onChange={billing.tell} />
          </Suspense>
        }
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
          <Suspense>
            {club?.paymentTestMode && <TestClub clubs={[]} />}
            {unpayable && price.quote && price.quote.total.minor > 0 && (
              <ClubUnpayable parts={[{ orgId: event.orgId, club, lines: [], total: null }]} others={false} />
            )}
          </Suspense>
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
