import { Alert, Box, Stack } from '@mantine/core'
import { IconAlertTriangle, IconReceiptRefund } from '@tabler/icons-react'
import type { Refund } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { CreditNoteButton } from '../receipt/credit-note-button.tsx'
import { refundWords } from './words.ts'
import type { OwnOrder } from '../checkout/open-payment.ts'

/** `shownCause`: a reason that the page shows already. */
export function RefundNotes({ order, shownCause }: { order: OwnOrder; shownCause?: string | null }) {
  if (order.givenBack.length === 0) return null
  return (
    <Stack gap="sm">
      {order.givenBack.map((one) => (
        <Payment key={one.id} payment={one} order={order} shownCause={shownCause ?? null} />
      ))}
    </Stack>
  )
}

function Payment({ payment, order, shownCause }: { payment: Refund; order: OwnOrder; shownCause: string | null }) {
  const { title, cause, money, color } = refundWords(payment, order)
  const failed = payment.status === 'failed'
  return (
    <Alert
      color={color}
      icon={failed ? <IconAlertTriangle /> : <IconReceiptRefund />}
      title={title}
      role={failed ? 'alert' : 'status'}
    >
      {cause !== shownCause && `${cause} `}
      {money} {failed && contactSentence(order)}
      {payment.creditNoteNumber && (
        <Box mt="sm">
          <CreditNoteButton refundId={payment.id} number={payment.creditNoteNumber} />
        </Box>
      )}
    </Alert>
  )
}

/** The sentence, with the club's name linked to its contact form. */
function contactSentence({ orgId, orgName, number }: OwnOrder) {
  const [before, after] = m.money_back_contact({ club: '\n' }).split('\n')
  return (
    <>
      {before}
      <TextLink inherit td="underline" to={paths.contactUs({ orgId, subject: m.money_back_subject({ number }) })}>
        {orgName}
      </TextLink>
      {after}
    </>
  )
}
