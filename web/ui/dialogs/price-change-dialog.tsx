import { List, Text } from '@mantine/core'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { QuestionDialog } from './question-dialog.tsx'

/** A price before and after, in øre. */
export interface PriceChange {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** By more than half, or to 0: more likely a slip of the hand than a decision. */
export const isBigChange = ({ before, after }: Pick<PriceChange, 'before' | 'after'>): boolean =>
  before !== after && (after === 0 || 2 * Math.abs(after - before) > before)

/** Prices on sale that change a lot, to be confirmed. */
export interface PriceQuestion {
  readonly changes: readonly PriceChange[]
  readonly currency: string
  /** People who bought at the old prices. */
  readonly bought: number
}

interface Props {
  /** Null: nothing is asked. */
  readonly question: PriceQuestion | null
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before a price on sale changes a lot. */
export function PriceChangeDialog({ question, ...dialog }: Props) {
  const { changes, currency, bought } = question ?? { changes: [], currency: 'DKK', bought: 0 }
  const money = (minor: number) => formatMoney({ minor, currency })
  return (
    <QuestionDialog
      opened={question !== null}
      title={m.price_change_title()}
      confirm={m.price_change_confirm()}
      keep={m.price_change_keep()}
      {...dialog}
    >
      <List spacing={4}>
        {changes.map(({ name, before, after }) => (
          <List.Item key={name}>
            {m.price_change_from_to({ name, before: money(before), after: money(after) })}
          </List.Item>
        ))}
      </List>
      <Text mt="sm">{bought > 0 ? m.price_change_bought({ count: bought }) : m.price_change_bought_none()}</Text>
    </QuestionDialog>
  )
}
