import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { isPassing } from './registration-problem.tsx'
import styles from './registration.module.css'
import type { Registration } from './use-registration.ts'

interface Props {
  readonly registration: Registration
  readonly busy: boolean
  readonly error: Error | null
  readonly unpayable: boolean
}

/** What it costs in all and the button that registers; on a phone always at hand. */
export function PayBar({ registration, busy, error, unpayable }: Props) {
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
