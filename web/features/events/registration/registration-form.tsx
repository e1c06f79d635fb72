import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { IconLock } from '@tabler/icons-react'
import type { EventDetail } from '#contract/event-answers.ts'
import { focusFirstError } from '#web/ui/fields/focus-first-error.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { nameOfCategory } from '../words.ts'
import { PersonRow } from './person-row.tsx'
import styles from './registration.module.css'
import { RegistrationSummary } from './registration-summary.tsx'
import type { Registration } from './use-registration.ts'
import { isPassing } from './registration-problem.tsx'

interface RegistrationFormProps {
  readonly event: EventDetail
  readonly memberId: string
  readonly registration: Registration
  readonly checkout: { readonly busy: boolean; readonly error: Error | null }
  /** The club takes no payment by card. */
  readonly unpayable: boolean
  /** Where a discount code is typed. */
  readonly coupon: ReactNode
  /** Who pays; asked for where there is something to pay. */
  readonly billing: ReactNode
  /** Brings somebody new into the family without leaving the page. */
  readonly addPerson: ReactNode
  /** Asks for somebody's birth date where it is needed. */
  readonly askBirthDate: (memberId: string) => ReactNode
  /** What came of the last try. */
  readonly problem: ReactNode
  /** Nothing is really paid here. */
  readonly test: ReactNode
  /** @returns whether who pays is complete */
  readonly checkBilling: () => Promise<boolean>
  /** @returns whether no code is typed that is not used yet; one that is, is tried and what came of it said */
  readonly checkCoupon: () => Promise<boolean>
  readonly onSubmit: () => void
}

/** Chooses who comes at which price, says who pays, and goes to the payment; a free event is done with one press. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { event, memberId, registration, checkout, unpayable, coupon, billing, addPerson, problem, test } = props
  const { chosen, price, missing } = registration
  const [consent, setConsent] = useState(false)
  const [tried, setTried] = useState(false)
  const formId = useId()
  const costs = price.quote !== null && price.quote.total.minor > 0
  const none = chosen.places.length === 0
  const wanted = Object.entries(missing).map(([category, count]) => `${count} × ${nameOfCategory(event, category)}`)

  const submit = async () => {
    setTried(true)
    const complete = !costs || (await props.checkBilling())
    if (none || !consent || !complete) return focusFirstError(formId)
    if (await props.checkCoupon()) props.onSubmit()
  }
  return (
    <form
      id={formId}
      noValidate
      aria-label={m.title_event_register()}
      className={styles.columns}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void submit()
      }}
    >
      <Stack gap="lg" className={styles.main}>
        <Panel title={m.register_who()} subtitle={placesWords(event)}>
          {wanted.length > 0 && (
            <Text role="status" mb="md" fw={620}>
              {m.register_wanted_missing({ categories: wanted.join(', ') })}
            </Text>
          )}
          <ul className={styles.people}>
            {event.people.map((person) => (
              <PersonRow
                key={person.memberId}
                event={event}
                person={person}
                registration={registration}
                askBirthDate={props.askBirthDate}
                mistake={tried && none ? `${formId}-none` : null}
              />
            ))}
          </ul>
          {tried && none && (
            <p id={`${formId}-none`} className={styles.mistake} role="alert">
              {m.register_nothing_chosen()}
            </p>
          )}
          <div className={styles.missing}>
            <Text size="sm" c="dimmed">
              {m.register_somebody_missing()}
            </Text>
            {addPerson}
          </div>
        </Panel>
        {costs && billing}
      </Stack>
      <div className={styles.side}>
        <RegistrationSummary
          event={event}
          registration={registration}
          coupon={coupon}
          consent={{
            checked: consent,
            error: tried && !consent ? m.buy_consent_missing() : null,
            onlyOwn: chosen.places.every((place) => place.memberId === memberId),
            onChange: setConsent,
          }}
          tried={checkout.error !== null}
          problem={!registration.isRefused && problem}
          failed={checkout.error !== null}
          test={test}
        />
        <PayBar
          registration={registration}
          busy={checkout.busy}
          error={checkout.error}
          unpayable={unpayable && costs}
        />
      </div>
    </form>
  )
}

const placesWords = ({ places: { left } }: EventDetail) =>
  left === null ? undefined : m.register_places_left({ count: left })

interface Props {
  readonly registration: Registration
  readonly busy: boolean
  readonly error: Error | null
  readonly unpayable: boolean
}

/** What it costs in all and the button that registers; on a phone always at hand. */
function PayBar({ registration, busy, error, unpayable }: Props) {
  const { pending, quote: last } = registration.price
  // What the rest would cost is no offer: all of it is registered, or nothing.
  const quote = registration.isRefused ? null : last
  const free = quote?.total.minor === 0
  return (
    <div className={styles.bar}>
      <div className={styles.total} aria-live="polite" aria-busy={pending}>
        <span>{m.price_total()}</span>
        <span className={styles.sum} data-pending={pending}>
          {quote ? <MoneyText value={quote.total} /> : '–'}
        </span>
      </div>
      <Button
        type="submit"
        size="lg"
        className={styles.pay ?? ''}
        loading={busy}
        disabled={unpayable}
        aria-describedby="register-note"
      >
        {error && isPassing(error) ? m.buy_try_again() : submitWords(quote)}
      </Button>
      <p id="register-note" className={styles.note} role={busy ? 'status' : undefined}>
        {quote && !free && <IconLock size={16} stroke={1.7} aria-hidden />}
        {noteWords(quote, busy)}
      </p>
    </div>
  )
}

function noteWords(quote: Registration['price']['quote'], busy: boolean): string {
  if (!quote) return ''
  if (quote.total.minor === 0) return busy ? m.register_busy_free() : m.register_free_note()
  return busy ? m.buy_busy() : m.register_hold_note()
}

function submitWords(quote: Registration['price']['quote']): string {
  if (!quote) return m.register_submit()
  return quote.total.minor === 0 ? m.register_submit_free() : m.buy_pay_amount({ total: formatMoney(quote.total) })
}
