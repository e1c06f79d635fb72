import { Button, Checkbox, Divider, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import type { Member } from '#contract/members.ts'
import type { PriceParts } from '#contract/organisations.ts'
import type { Money } from '#contract/values.ts'
import { ApiProblem } from '#web/api/client.ts'
import { formatList, formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type BuyValues, type ClubPart, sumOf, unpayableParts } from '#web/features/orders/checkout/basket.ts'
import type { PriceChange } from '#web/features/orders/checkout/checkout.ts'
import { CheckoutProblems, ClubUnpayable, RenewCheck, TestClub } from '#web/features/orders/checkout/checkout-notes.tsx'
import { fullName } from '#web/features/members/words.ts'
import { priceSentence, trialWords, vatRateWords } from '#web/features/orders/words.ts'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'

interface Props {
  form: UseFormReturnType<BuyValues>
  parts: readonly ClubPart[]
  /** Names are shown if there is more than one. */
  people: readonly Member[]
  buyerId: string
  checkout: { busy: boolean; error: Error | null; priceChanged: PriceChange | null }
  blocked: boolean
}

export function CheckoutPanel({ form, parts, people, buyerId, checkout, blocked }: Props) {
  const total = sumOf(parts.map((part) => part.total))
  const { busy, error, priceChanged } = checkout
  const unpayable = unpayableParts(parts)
  const lines = parts.flatMap((part) => part.lines)
  const clubs = parts.flatMap(({ club }) => (club ? [club.name] : []))
  const tests = parts.flatMap(({ club }) => (club?.paymentTestMode ? [club.name] : []))
  return (
    <Panel title={m.buy_summary()} className={styles.summary ?? ''}>
      <Stack gap="md">
        {parts.length === 0 && <Text c="dimmed">{m.buy_summary_empty()}</Text>}
        {lines.length === 1 && <OnlyLine part={parts[0]!} people={people} />}
        {lines.length > 1 && <PartLines parts={parts} people={people} />}
        {total && (
          <>
            <Divider />
            <Group justify="space-between" fz="xl" fw={700} aria-live="polite">
              <span>{m.price_total()}</span>
              <MoneyText value={total} />
            </Group>
          </>
        )}
        <Divider />
        <Checkbox
          label={consentWords(
            clubs,
            lines.every(({ row }) => row.memberId === buyerId),
          )}
          aria-invalid={form.errors['gdprAgreement'] !== undefined}
          {...form.getInputProps('gdprAgreement', { type: 'checkbox' })}
        />
        {total && total.minor > 0 && <RenewCheck {...form.getInputProps('autoRenewal', { type: 'checkbox' })} />}
        {(error ?? priceChanged) && (
          <CheckoutProblems
            error={error}
            saysKept={error !== null && isRetryable(error) && !saysKept(error)}
            priceChanged={priceChanged}
          />
        )}
        {unpayable.length > 0 ? (
          <ClubUnpayable parts={unpayable} others={parts.length > unpayable.length} />
        ) : (
          <>
            <Button
              type="submit"
              size="lg"
              fullWidth
              loading={busy}
              disabled={blocked}
              aria-describedby="checkout-reason"
            >
              {payWords(total, parts.length, error)}
            </Button>
            <Text size="sm" c="dimmed" id="checkout-reason" role={busy ? 'status' : undefined}>
              <IconLock size={16} stroke={1.7} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
              {blocked ? m.buy_blocked() : busy ? m.buy_busy() : m.buy_secure()}
            </Text>
          </>
        )}
        {tests.length > 0 && <TestClub clubs={parts.length > 1 ? tests : []} />}
      </Stack>
    </Panel>
  )
}

function OnlyLine({ part: { club, lines }, people }: { part: ClubPart; people: readonly Member[] }) {
  const { row, offer } = lines[0]!
  const names = people.filter(({ id }) => people.length > 1 && id === row.memberId).map(fullName)
  return (
    <div>
      <Text fw={620}>{offer.name}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {[...names, club?.name].join(' · ')}
      </Text>
      <PriceExplanation parts={offer.parts} />
    </div>
  )
}

function consentWords(clubs: readonly string[], onlyOwn: boolean): string {
  if (clubs.length === 0) return m.buy_consent_any()
  const club = formatList(clubs)
  return onlyOwn ? m.buy_consent({ club }) : m.buy_consent_others({ club })
}

function payWords(total: { minor: number; currency: string } | null, payments: number, error: Error | null): string {
  if (error && isRetryable(error)) return m.buy_try_again()
  if (!total) return m.buy_pay()
  if (total.minor === 0) return m.buy_free()
  const words = { total: formatMoney(total) }
  return payments > 1 ? m.buy_pay_in_turn({ ...words, count: payments }) : m.buy_pay_amount(words)
}

/** Whether a retry may succeed. */
const isRetryable = (error: Error) =>
  error instanceof ApiProblem &&
  ['timeout', 'offline', 'unavailable', 'internal', 'payment_request_failed'].includes(error.code)

/** Whether the error's text already mentions that the order is saved. */
const saysKept = (error: Error) =>
  error instanceof ApiProblem && ['payment_request_failed', 'payment_link_missing'].includes(error.code)

interface PartLinesProps {
  readonly parts: readonly ClubPart[]
  readonly people: readonly Member[]
}

function PartLines({ parts, people }: PartLinesProps) {
  const nameOf = (memberId: string) => people.filter(({ id }) => people.length > 1 && id === memberId).map(fullName)
  return (
    <>
      {parts.map(({ orgId, club, lines, total }, index) => (
        <Stack key={orgId} gap="sm">
          {index > 0 && <Divider mb={4} />}
          <Text fw={680}>{club?.name}</Text>
          {lines.map(({ row, offer }) => (
            <Group key={`${row.memberId} ${offer.id}`} justify="space-between" align="flex-start" wrap="nowrap">
              <div>
                <Text fw={620}>{offer.name}</Text>
                <Text size="sm" c="dimmed">
                  {nameOf(row.memberId)}
                </Text>
                <Text size="sm" c="dimmed">
                  {priceSentence(offer.parts)}
                </Text>
                {offer.endsTrial
                  .filter(({ memberId }) => memberId === row.memberId)
                  .map((trial) => (
                    <Text key={trial.memberId} size="sm">
                      {trialWords(trial)}
                    </Text>
                  ))}
              </div>
              <MoneyText value={offer.parts.total} />
            </Group>
          ))}
          {parts.length > 1 && total && (
            <Group justify="space-between" gap="xs" fw={620}>
              <span>{m.buy_club_total()}</span>
              <MoneyText value={total} />
            </Group>
          )}
        </Stack>
      ))}
      {parts.length > 1 && (
        <Text size="sm" c="dimmed">
          {m.buy_several_clubs({ count: parts.length })}
        </Text>
      )}
    </>
  )
}

const PriceExplanation = ({ parts: { price, vat, vatRate, surcharge } }: { parts: PriceParts }) => (
  <Stack component="dl" gap={6} fz="sm">
    <Part name={m.price_price()} value={price} />
    <Part name={m.price_vat({ rate: vatRateWords(vatRate) })} value={vat} />
    {surcharge.minor !== 0 && <Part name={m.price_surcharge()} value={surcharge} />}
  </Stack>
)

const Part = ({ name, value }: { name: string; value: Money }) => (
  <Group justify="space-between" wrap="nowrap">
    <Text component="dt" inherit c="dimmed">
      {name}
    </Text>
    <dd>
      <MoneyText value={value} />
    </dd>
  </Group>
)
