import { Button, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFlask, IconLock } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organisation } from '#contract/organisations.ts'
import { ApiProblem } from '#web/api/client.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { formatMoney } from '#web/ui/format.ts'
import { MoneyText } from '#web/ui/money-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'
import { totalOf, type BuyValues, type ChosenLine } from './buy-values.ts'
import type { OwnOrder } from './payment-request.ts'
import { personName } from './person-picture.tsx'
import { PriceExplanation } from './price-explanation.tsx'

// Most payments open.
const CheckoutProblems = lazy(() => import('./checkout-problems.tsx'))

interface Props {
  form: UseFormReturnType<BuyValues>
  club: Organisation | undefined
  lines: readonly ChosenLine[]
  /** For whom it may be; named where there is more than one. */
  people: readonly Member[]
  checkout: { busy: boolean; error: Error | null; priceChanged: OwnOrder | null }
  blocked: boolean
}

/** The price with its explanation, the consent and the button that pays. */
export function CheckoutPanel({ form, club, lines, people, checkout, blocked }: Props) {
  const total = totalOf(lines)
  const { busy, error, priceChanged } = checkout
  return (
    <Panel title={m.buy_summary()} className={styles.summary ?? ''}>
      <Stack gap="md">
        {lines.length === 0 && <Text c="dimmed">{m.buy_summary_empty()}</Text>}
        {lines.map(({ memberId, offer }) => (
          <div key={memberId} className={styles.line}>
            <Text fw={620}>{offer.name}</Text>
            <Text size="sm" c="dimmed" mb="xs">
              {[...people.filter(({ id }) => people.length > 1 && id === memberId).map(personName), club?.name].join(
                ' · ',
              )}
            </Text>
            <PriceExplanation parts={offer.parts} withTotal={false} />
          </div>
        ))}
        {total && (
          <div className={styles.total} aria-live="polite">
            <span>{m.price_total()}</span>
            <MoneyText value={total} />
          </div>
        )}
        {club?.paymentTestMode && (
          <Callout color="fjord" icon={<IconFlask />}>
            {m.order_test_club()}
          </Callout>
        )}
        <hr className={styles.rule} />
        <CheckField
          label={club ? m.buy_consent({ club: club.name }) : m.buy_consent_any()}
          key={form.key('gdprAgreement')}
          {...form.getInputProps('gdprAgreement', { type: 'checkbox' })}
        />
        {(error ?? priceChanged) && (
          <Suspense>
            <CheckoutProblems
              error={error}
              saysKept={error !== null && isPassing(error) && !saysKept(error)}
              priceChanged={priceChanged}
            />
          </Suspense>
        )}
        <Button type="submit" size="lg" fullWidth loading={busy} disabled={blocked} aria-describedby="checkout-reason">
          {payWords(total, error)}
        </Button>
        <Text size="sm" c="dimmed" id="checkout-reason" className={styles.reason} role={busy ? 'status' : undefined}>
          <IconLock size={16} stroke={1.7} aria-hidden />
          {blocked ? m.buy_blocked() : busy ? m.buy_busy() : m.buy_secure()}
        </Text>
      </Stack>
    </Panel>
  )
}

function payWords(total: { minor: number; currency: string } | null, error: Error | null): string {
  if (error && isPassing(error)) return m.buy_try_again()
  if (!total) return m.buy_pay()
  return total.minor === 0 ? m.buy_free() : m.buy_pay_amount({ total: formatMoney(total) })
}

/** Whether the same order may go through in a moment. */
const isPassing = (error: Error) =>
  error instanceof ApiProblem &&
  ['timeout', 'offline', 'unavailable', 'internal', 'payment_gateway_unavailable'].includes(error.code)

/** Its own sentence says already that the order is kept. */
const saysKept = (error: Error) => error instanceof ApiProblem && error.code === 'payment_gateway_unavailable'
