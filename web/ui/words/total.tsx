import { m } from '#words/messages.js'
import { MoneyText } from './money-text.tsx'
import styles from './total.module.css'

interface Props {
  /** Null while it is not known. */
  readonly value: { minor: number; currency: string } | null
  /** "Total" when left out. */
  readonly label?: string
  /** Of a part of what is bought. */
  readonly small?: boolean
  /** At the button that pays, which sticks to the foot of a phone: its changes are announced. */
  readonly foot?: boolean
  /** Being calculated anew. */
  readonly pending?: boolean
}

/** The last line of what is bought, in one style everywhere. */
export const Total = ({ value, label, small = false, foot = false, pending = false }: Props) => (
  <div
    className={`${styles.total} ${foot ? styles.foot : ''}`}
    data-small={small || undefined}
    data-pending={pending || undefined}
    {...(foot && { 'aria-live': 'polite', 'aria-busy': pending })}
  >
    <span>{label ?? m.price_total()}</span>
    {value ? <MoneyText value={value} /> : <span>–</span>}
  </div>
)
