import { Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { EventDetail } from '#contract/event-answers.ts'
import type { QuotedLine } from '#contract/orders.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { TextLink } from '#web/ui/link.tsx'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { nameOfCategory } from '../words.ts'
import { refusalWords } from '../gate-words.ts'
import styles from './registration.module.css'
import type { Registration } from './use-registration.ts'

interface Props {
  readonly event: EventDetail
  readonly registration: Registration
  readonly coupon: ReactNode
  readonly consent: {
    readonly checked: boolean
    readonly error: string | null
    /** Nobody else is registered. */
    readonly onlyOwn: boolean
    readonly onChange: (checked: boolean) => void
  }
  /** It was sent and refused. */
  readonly tried: boolean
  readonly problem: ReactNode
  /** The problem is that sending failed. */
  readonly failed: boolean
  readonly test: ReactNode
}

/** What is registered line by line, what a code takes off, and what has to be agreed to. */
export function RegistrationSummary({ event, registration, coupon, consent, tried, problem, failed, test }: Props) {
  const heading = useId()
  const { price, lines } = registration
  const quoted = lines.map((_, index) => registration.quotedAt(index))
  const off = price.quote?.coupon?.off
  return (
    <section className={styles.summary} aria-labelledby={heading}>
      <h2 id={heading} className={styles.summaryTitle}>
        {m.register_summary()}
      </h2>
      {lines.length === 0 ? (
        <Text c="dimmed">{m.register_summary_empty()}</Text>
      ) : (
        <ul className={styles.lines} aria-busy={price.pending}>
          {lines.map((line, index) => (
            <SummaryLine key={`${index} ${line.memberId}`} event={event} line={line} quoted={quoted[index]} />
          ))}
          {off && off.minor > 0 && (
            <li className={styles.line} data-off>
              <span>{m.register_discount({ code: price.quote?.coupon?.code ?? '' })}</span>
              <span className={styles.amount}>−{formatMoney(off)}</span>
            </li>
          )}
        </ul>
      )}
      {price.error && !failed && (
        <Callout role="alert" color="red" icon={<IconAlertCircle />} title={m.register_price_failed()}>
          <Button variant="default" size="sm" onClick={price.retry} loading={price.fetching}>
            {m.register_price_retry()}
          </Button>
        </Callout>
      )}
      {registration.isRefused && <Refused event={event} registration={registration} tried={tried} />}
      {coupon}
      <CheckField
        label={(consent.onlyOwn ? m.register_consent : m.register_consent_others)({ club: event.orgName })}
        checked={consent.checked}
        error={consent.error}
        onChange={({ currentTarget }) => consent.onChange(currentTarget.checked)}
      />
      {test}
      {problem}
    </section>
  )
}

interface LineProps {
  readonly event: EventDetail
  readonly line: Registration['lines'][number]
  readonly quoted: QuotedLine | undefined
}

function SummaryLine({ event, line, quoted }: LineProps) {
  const person = event.people.find(({ memberId }) => memberId === line.memberId)
  const category = 'category' in line ? line.category : null
  const what = category === null ? (quoted?.title ?? '') : nameOfCategory(event, category)
  const known = category === null ? null : person?.choices.find((one) => one.category === category)?.price
  const amount = quoted?.refusal ? null : ((quoted?.parts && before(quoted.parts)) ?? known)
  return (
    <li className={styles.line} data-refused={Boolean(quoted?.refusal)}>
      <span>
        {person?.name}
        <span className={styles.what}>{what}</span>
      </span>
      <span className={styles.amount}>
        {amount && (amount.minor === 0 ? m.event_free() : <MoneyText value={amount} />)}
      </span>
    </li>
  )
}

/** A line's amount, from which the code's discount is taken below. */
const before = ({ total, discount }: NonNullable<QuotedLine['parts']>) => ({
  minor: total.minor + discount.minor,
  currency: total.currency,
})

/** Who cannot be registered as chosen and why; the rest of the choice stands. */
function Refused({ event, registration, tried }: Pick<Props, 'event' | 'registration' | 'tried'>) {
  const { lines, chosen } = registration
  const place = useRef<HTMLDivElement>(null)
  // On a phone it is not where the button is.
  useEffect(() => {
    if (tried) place.current?.scrollIntoView({ block: 'center' })
  }, [tried])
  const refused = lines.flatMap((line, index) => {
    const refusal = registration.quotedAt(index)?.refusal
    const person = event.people.find(({ memberId }) => memberId === line.memberId)
    return refusal ? [{ index, name: person?.name ?? '', words: refusalWords(refusal, { event, person }) }] : []
  })
  return (
    <div ref={place}>
      <Callout role="alert" color="coral" icon={<IconAlertCircle />} title={m.register_refused_title()}>
        <ul className={styles.refusals}>
          {refused.map(({ index, name, words }) => (
            <li key={index}>
              <strong>{name}</strong>: {words}
            </li>
          ))}
        </ul>
        {refused.length < lines.length && chosen.places.length > 1 ? (
          <Button variant="default" size="sm" onClick={registration.dropRefused}>
            {m.register_take_out_refused()}
          </Button>
        ) : (
          <TextLink to={paths.eventsOf(event.orgKey)}>{m.register_see_events()}</TextLink>
        )}
      </Callout>
    </div>
  )
}
