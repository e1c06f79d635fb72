import { Alert, Box, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '#web/ui/icons/index.ts'
import { type Ref, useEffect, useId, useRef } from 'react'
import type { EventDetail } from '#contract/events/answers.ts'
import type { QuotedLine } from '#contract/orders/orders.ts'
import type { Organisation } from '#contract/organisations/organisations.ts'
import { ClubUnpayable, TestClub } from '#web/features/orders/checkout/checkout-notes.tsx'
import { ConsentTexts } from '#web/features/organisations/club-text-links.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { MoneyText, PriceText } from '#web/ui/words/money-text.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { CouponField, type CouponHandle } from '../coupons/coupon-field.tsx'
import { langOfCategory, nameOfCategory, refundWords } from '../words.ts'
import { refusalWords } from './quote.ts'
import styles from './registration.module.css'
import type { Registration } from './use-registration.ts'
import type { TicketCheckout } from './use-ticket-checkout.ts'

interface Props {
  readonly event: EventDetail
  readonly registration: Registration
  readonly checkout: TicketCheckout
  /** Undefined while loading. */
  readonly club: Organisation | undefined
  readonly code: Ref<CouponHandle>
  /** The member for whom a super admin prepares the order. */
  readonly preparesFor: string | null
  readonly consent: {
    readonly checked: boolean
    readonly error: string | null
    /** Nobody but the user is registered. */
    readonly onlyOwn: boolean
    readonly onChange: (checked: boolean) => void
  }
}

export function RegistrationSummary({ event, registration, checkout, club, code, preparesFor, consent }: Props) {
  const heading = useId()
  const { price, lines } = registration
  const quoted = lines.map((_, index) => registration.quotedAt(index))
  const off = price.quote?.coupon?.off
  const refund = refundWords(event, new Date(), price.quote?.total.minor === 0 && !off?.minor)
  return (
    <Stack component="section" className={styles.summary} aria-labelledby={heading}>
      <Title order={2} size="h3" fz="xl" id={heading}>
        {m.register_summary()}
      </Title>
      {lines.length === 0 ? (
        <Text c="dimmed">{m.register_summary_empty()}</Text>
      ) : (
        <Stack component="ul" gap={10} aria-busy={price.pending}>
          {lines.map((line, index) => (
            <SummaryLine key={`${index} ${line.memberId}`} event={event} line={line} quoted={quoted[index]} />
          ))}
          {off && off.minor > 0 && (
            <Group component="li" wrap="nowrap" justify="space-between" className={styles.line ?? ''} data-off>
              <span>{m.register_discount({ code: price.quote?.coupon?.code ?? '' })}</span>
              <MoneyText value={{ ...off, minor: -off.minor }} />
            </Group>
          )}
        </Stack>
      )}
      {price.error && !checkout.error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />} title={m.register_price_failed()}>
          <Button variant="default" onClick={price.retry} loading={price.fetching}>
            {m.register_price_retry()}
          </Button>
        </Alert>
      )}
      {registration.isRefused && <Refused event={event} registration={registration} error={checkout.error} />}
      {event.categories.some(({ price: standard }) => standard.minor > 0) && (
        <CouponField
          ref={code}
          orgId={event.orgId}
          eveId={event.id}
          value={registration.coupon}
          onChange={registration.setCoupon}
          result={price.quote?.coupon}
          pending={price.pending}
          signedIn
        />
      )}
      {preparesFor !== null ? (
        <Text size="sm">{m.buy_consent_theirs({ name: preparesFor })}</Text>
      ) : (
        <Checkbox
          label={(consent.onlyOwn ? m.register_consent : m.register_consent_others)({ club: event.orgName })}
          description={club && <ConsentTexts clubs={[club]} />}
          checked={consent.checked}
          error={consent.error}
          aria-invalid={consent.error !== null}
          onChange={({ currentTarget }) => consent.onChange(currentTarget.checked)}
        />
      )}
      {refund !== null && (
        <Text size="sm" c="dimmed">
          {refund}
        </Text>
      )}
      {club?.paymentTestMode && <TestClub clubs={[]} />}
      {club?.paymentProviderId === null && price.quote && price.quote.total.minor > 0 && (
        <ClubUnpayable clubs={[{ orgId: event.orgId, name: club.name }]} others={false} />
      )}
    </Stack>
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
  const lang = category === null ? langOf(quoted ?? {}, 'title') : langOfCategory(event, category)
  const known = category === null ? null : person?.choices.find((one) => one.category === category)?.price
  const amount = quoted?.refusal ? null : ((quoted?.parts && undiscounted(quoted.parts)) ?? known)
  return (
    <Group
      component="li"
      align="flex-start"
      gap="0 16px"
      className={styles.line ?? ''}
      data-refused={Boolean(quoted?.refusal)}
    >
      <Box flex="1 1 8rem">
        {person?.name}
        <Text size="sm" c="dimmed" lang={lang}>
          {what}
        </Text>
      </Box>
      <Text fw={680} flex="none" ml="auto">
        {amount && <PriceText value={amount} />}
      </Text>
    </Group>
  )
}

/** A line's price before the discount, which is listed separately. */
const undiscounted = ({ total, discount }: NonNullable<QuotedLine['parts']>) => ({
  minor: total.minor + discount.minor,
  currency: total.currency,
})

/** People who can't be registered, and why. @param error of the order that was sent and refused */
function Refused({ event, registration, error }: Pick<Props, 'event' | 'registration'> & { error: Error | null }) {
  const { lines, chosen } = registration
  const place = useRef<HTMLDivElement>(null)
  // On phones it may be off screen.
  useEffect(() => {
    if (!error) return
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'center' })
  }, [error])
  const refused = lines.flatMap((line, index) => {
    const refusal = registration.quotedAt(index)?.refusal
    const person = event.people.find(({ memberId }) => memberId === line.memberId)
    return refusal ? [{ index, name: person?.name ?? '', words: refusalWords(refusal, { event, person }) }] : []
  })
  return (
    <div ref={place} tabIndex={-1}>
      <Alert role="alert" color="coral" icon={<IconAlertCircle />} title={m.register_refused_title()}>
        <Stack component="ul" gap={4} mb="sm">
          {refused.map(({ index, name, words }) => (
            <li key={index}>
              <strong>{name}</strong>: {words}
            </li>
          ))}
        </Stack>
        {refused.length < lines.length && chosen.places.length > 1 ? (
          <Button variant="default" onClick={registration.dropRefused}>
            {m.register_take_out_refused()}
          </Button>
        ) : (
          <TextLink to={paths.eventsOf(event.orgKey)}>{m.register_see_events()}</TextLink>
        )}
      </Alert>
    </div>
  )
}
