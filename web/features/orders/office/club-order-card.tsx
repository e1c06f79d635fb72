import { Badge, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ClubOrder } from '#contract/orders.ts'
import { formatDateTime } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { whenWords, whoWords } from '../words.ts'
import c from './club-payments.module.css'
import { costsNothing, lineEnded, linesLeft, orderBadge } from './payment-words.ts'
import { GiveBackDialog } from './give-back-dialog.tsx'

/** One order of a club: who paid what when, how it stands, and the way to give something of it back. */
export function ClubOrderCard({ orgId, order }: { orgId: string; order: ClubOrder }) {
  const { buyer, number, receiptNumber, total, lines, endedLines, paidAt, createdAt } = order
  const [opened, dialog] = useDisclosure(false)
  const badge = orderBadge(order)
  const named = { name: buyer.name, number }
  const cancels = costsNothing(linesLeft(order))
  return (
    <li className={c.order} tabIndex={-1} data-order>
      <div className={c.head}>
        <div className={c.words}>
          <h2 className={c.name}>{buyer.name}</h2>
          <span className={c.second}>{buyer.email}</span>
        </div>
        <div className={c.amount}>
          <strong>{total.minor === 0 ? m.club_payment_free() : <MoneyText value={total} />}</strong>
          <Badge color={badge.color}>{badge.label}</Badge>
        </div>
      </div>
      <ul className={c.lines}>
        {lines.map((line) => (
          <li key={line.id} className={c.line} data-ended={endedLines.includes(line.id) || undefined}>
            <div className={c.words}>
              <span>{line.title}</span>
              <span className={c.second}>{[whoWords(line), whenWords(line)].filter(Boolean).join(' · ')}</span>
              {endedLines.includes(line.id) && <span className={c.ended}>{lineEnded(line)}</span>}
            </div>
            {costsNothing([line]) ? m.club_payment_free() : <MoneyText value={line.parts.total} />}
          </li>
        ))}
      </ul>
      <div className={c.foot}>
        <span className={c.second}>
          {[
            formatDateTime(paidAt ?? createdAt),
            m.club_payment_order({ number }),
            receiptNumber && m.receipt_number_is({ number: receiptNumber }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {order.can.refund && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowBackUp size={18} stroke={1.7} />}
            aria-label={cancels ? m.club_payment_cancel_of(named) : m.club_payment_give_back_of(named)}
            onClick={dialog.open}
          >
            {cancels ? m.club_payment_cancel() : m.club_payment_give_back()}
          </Button>
        )}
      </div>
      <GiveBackDialog opened={opened} orgId={orgId} order={order} onClose={dialog.close} />
    </li>
  )
}
