import { Alert, Box, Stack, Button } from '@mantine/core'
import { IconAlertTriangle, IconReceiptRefund, IconDownload } from '#web/ui/icons/index.ts'
import { orders, type Refund } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { refundWords } from './words.ts'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { problemText } from '#web/api/problem-text.ts'
import { saveFile } from '#web/api/files.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'

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

export function CreditNoteButton({ refundId, number }: { refundId: string; number: string }) {
  const download = useMutation({
    mutationFn: () => call(orders.creditNotePdf, { refundId, language: currentLanguage() }),
    onSuccess: saveFile,
    onError: (error) => showToast({ type: 'error', title: m.receipt_download_failed(), message: problemText(error) }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {m.money_back_credit_note({ number })}
    </Button>
  )
}
