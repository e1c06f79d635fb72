import { Button, Flex, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLock, IconUserPlus } from '#web/ui/icons/index.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { EventDetail, EventPerson } from '#contract/events/answers.ts'
import type { Member } from '#contract/members/members.ts'
import { impersonates, useActingState } from '#web/api/acting/acting.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import { config } from '#web/api/config.ts'
import { useSession } from '#web/api/session/session.ts'
import { BillingPart, type BillingAnswer } from '#web/features/orders/checkout/billing-part.tsx'
import { isPassing } from '#web/features/orders/checkout/checkout.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { namedClubsQuery } from '#web/features/organisations/queries.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { focusFirstError, wrongWithoutField } from '#web/ui/fields/field-words.ts'
import { SubmitNote } from '#web/features/orders/checkout/checkout-notes.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import page from '#web/ui/page.module.css'
import { Total } from '#web/ui/words/total.tsx'
import { callName } from '#contract/members/full-name.ts'
import { m } from '#words/messages.js'
import type { CouponHandle } from '../coupons/coupon-field.tsx'
import { eventQuery, useReloadPurchases } from '../queries.ts'
import { nameOfCategory, placesLeftWords } from '../words.ts'
import { fittingCategory } from './chosen.ts'
import { questionsQuery } from '../questions/queries.ts'
import { QuestionFields } from '../questions/question-fields.tsx'
import { PersonRow } from './person-row.tsx'
import { PlaceQuestions } from './place-questions.tsx'
import styles from './registration.module.css'
import { RegistrationSummary } from './registration-summary.tsx'
import { useQuestions } from './use-questions.ts'
import { useRegistration, type Registration } from './use-registration.ts'
import { type TicketCheckout, useTicketCheckout } from './use-ticket-checkout.ts'
import { RegistrationProblem } from './registration-problem.tsx'

const ParticipantWindow = lazyDialog(
  async () => (await import('#web/features/members/participants/participant-window.tsx')).ParticipantWindow,
)

/** Selects people and prices, collects billing details and starts the payment. Free events are registered at once. */
export function RegistrationForm({ event }: { event: EventDetail }) {
  const { member } = useSession()
  const subject = useSubject()
  const go = useNavigateTo()
  const reload = useReloadPurchases()
  const club = useQuery(namedClubsQuery([event.orgId])).data?.[0]
  const registration = useRegistration(event, member.id, subject.id === member.id ? null : subject.id)
  const { chosen, price, missing } = registration
  const questions = useQuestions(event, registration)
  // A super admin prepares the order; the member agrees, and pays.
  const preparesFor = useActingState(impersonates) ? callName(member) : null
  const agreed = registration.agreed || preparesFor !== null
  const [billing, setBilling] = useState<BillingAnswer | null>(null)
  const code = useRef<CouponHandle>(null)
  const checkout = useTicketCheckout(event, member, registration, {
    billing: () => billing,
    texts: club?.texts,
    answersAt: questions.sentAt,
    settled: (token) => void go(paths.eventConfirm(event.orgKey, event.id, { [`${config.productKey}token`]: token })),
  })
  const [tried, setTried] = useState(false)
  const formId = useId()
  const costs = price.quote !== null && price.quote.total.minor > 0
  const none = chosen.places.length === 0
  const canChoose = event.people.some((person) => fittingCategory(event, person, chosen) !== null)
  const wanted = Object.entries(missing).map(([category, count]) => `${count} × ${nameOfCategory(event, category)}`)

  const submit = async () => {
    setTried(true)
    const complete = !costs || billing?.check()
    if (none || !agreed || !complete || !questions.isComplete) return focusFirstError(formId)
    // Apply a typed code first, and show the new price.
    const typed = await code.current?.takeTyped()
    if (!typed) return checkout.start()
    if (typed.code) checkout.showPriceWith(typed.code)
  }
  return (
    <>
      <UnpaidNotice
        only
        beside={({ lines }) => lines.some((line) => line.event?.eventId === event.id)}
        onEnded={reload}
      />
      <form
        id={formId}
        noValidate
        aria-label={m.title_event_register()}
        className={`${page.columns} ${styles.form}`}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          // The form in a dialog bubbles to here, too.
          if (submitted.target === submitted.currentTarget) void submit()
        }}
      >
        <Stack gap="lg">
          <Panel title={m.register_who()} subtitle={placesLeftWords(event)}>
            {wanted.length > 0 && (
              <Text role="status" mb="md" fw={620}>
                {m.register_wanted_missing({ categories: wanted.join(', ') })}
              </Text>
            )}
            {tried && none && (
              <Text
                id={`${formId}-none`}
                mb="sm"
                fz={15}
                c="var(--mantine-color-error)"
                {...(!canChoose && wrongWithoutField)}
              >
                {m.register_nothing_chosen()}
              </Text>
            )}
            <Stack component="ul" gap="sm">
              {event.people.map((person) => (
                <PersonRow
                  key={person.memberId}
                  event={event}
                  person={person}
                  registration={registration}
                  mistake={tried && none ? `${formId}-none` : null}
                  asksAge={tried && none && !canChoose}
                  questionsOf={(index) => (
                    <PlaceQuestions {...{ person, registration, questions, index, tried }} error={checkout.error} />
                  )}
                />
              ))}
            </Stack>
            <Group justify="space-between" gap="xs" mt="md">
              <Text size="sm" c="dimmed">
                {m.register_somebody_missing()}
              </Text>
              <AddPerson eventId={event.id} onAdded={registration.tick} />
            </Group>
          </Panel>
          {event.asks && !questions.query.data && !none && <NotLoaded query={questions.query} rows={1} height={90} />}
          {questions.order.asked.length > 0 && !none && (
            <Panel title={m.register_questions_order()}>
              <QuestionFields
                questions={questions.order.asked}
                answers={questions.order.typed}
                problems={{ ...questions.refusedAt(checkout.error, 0), ...(tried && questions.order.problems) }}
                onChange={registration.setOrderAnswers}
              />
            </Panel>
          )}
          {costs && <BillingPart member={member} sent={tried} onChange={setBilling} />}
        </Stack>
        <div className={styles.side}>
          <RegistrationSummary
            event={event}
            registration={registration}
            checkout={checkout}
            club={club}
            code={code}
            preparesFor={preparesFor}
            consent={{
              checked: agreed,
              error: tried && !agreed ? m.buy_consent_missing() : null,
              onlyOwn: chosen.places.every((place) => place.memberId === member.id),
              onChange: registration.setAgreed,
            }}
          />
          <PayBar
            registration={registration}
            checkout={checkout}
            problem={
              tried
                ? ((none ? m.register_nothing_chosen() : null) ??
                  (questions.isComplete ? null : m.register_answers_missing()) ??
                  (costs ? billing?.problem() : null) ??
                  (agreed ? null : m.buy_consent_missing()))
                : null
            }
            isTheirs={preparesFor !== null}
            unpayable={club?.paymentProviderId === null && costs}
          />
        </div>
      </form>
    </>
  )
}

/** Adds a child to the family in a dialog, then selects them. */
function AddPerson({ eventId, onAdded }: { eventId: string; onAdded: (person: EventPerson) => void }) {
  const { member } = useSession()
  const cache = useQueryClient()
  const [opened, dialog] = useDisclosure(false)
  const add = async ({ id }: Member) => {
    const [{ people }] = await Promise.all([
      cache.fetchQuery({ ...eventQuery(eventId), staleTime: 0 }),
      // Some are asked by age.
      cache.invalidateQueries({ queryKey: questionsQuery(eventId).queryKey }, { cancelRefetch: false }),
    ])
    const person = people.find(({ memberId }) => memberId === id)
    if (person) onAdded(person)
  }
  return (
    <>
      <Button variant="light" onClick={dialog.open} leftSection={<IconUserPlus size={20} stroke={1.7} />}>
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

interface Props {
  readonly registration: Registration
  readonly checkout: TicketCheckout
  /** The missing value. */
  readonly problem: string | null
  /** Prepared for a member, who pays. */
  readonly isTheirs: boolean
  readonly unpayable: boolean
}

/** Total and submit button; sticks to the bottom on phones. */
function PayBar({ registration, checkout, problem, isTheirs, unpayable }: Props) {
  const { busy, error, priceChanged } = checkout
  const { pending, quote: last } = registration.price
  // With refused lines there is no total: all of it is registered, or nothing.
  const quote = registration.isRefused ? null : last
  const free = quote?.total.minor === 0
  return (
    <Stack gap="sm" className={styles.bar}>
      <SubmitNote problem={problem ?? (error && registration.isRefused ? m.register_refused_note() : null)} />
      {!registration.isRefused && (
        <RegistrationProblem
          error={error}
          priceChanged={priceChanged}
          onWithoutCoupon={() => registration.setCoupon('')}
        />
      )}
      <Flex
        direction={{ base: 'row', md: 'column' }}
        wrap={{ base: 'wrap', md: 'nowrap' }}
        align={{ base: 'center', md: 'stretch' }}
        gap="4px 12px"
      >
        <Total value={quote?.total ?? null} pending={pending} foot />
        <Button type="submit" size="lg" flex={1} loading={busy} disabled={unpayable} aria-describedby="register-note">
          {error && isPassing(error) ? m.buy_try_again() : isTheirs ? m.buy_prepare() : submitWords(quote)}
        </Button>
      </Flex>
      <Text id="register-note" size="sm" c="dimmed">
        {quote && !free && <IconLock size={16} stroke={1.7} aria-hidden />}{' '}
        {quote && !busy && noteWords(quote, isTheirs)}
        <span role="status">{quote && busy && (free ? m.register_busy_free() : m.buy_busy())}</span>
      </Text>
    </Stack>
  )
}

function noteWords({ total }: NonNullable<Registration['price']['quote']>, isTheirs: boolean): string {
  if (total.minor > 0) return m.register_hold_note()
  return isTheirs ? m.buy_prepare_explained_free() : m.register_free_note()
}

function submitWords(quote: Registration['price']['quote']): string {
  if (!quote) return m.register_submit()
  return quote.total.minor === 0 ? m.register_submit_free() : m.buy_pay_amount({ total: formatMoney(quote.total) })
}
