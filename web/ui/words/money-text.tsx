import { formatMoney } from './format.ts'
import c from '../page.module.css'

/** An amount in the reader's language, with digits that line up. */
export const MoneyText = ({ value }: { value: { minor: number; currency: string } }) => (
  <span className={c.numeric}>{formatMoney(value)}</span>
)
