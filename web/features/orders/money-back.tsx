import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconAlertTriangle, IconDownload, IconReceiptRefund } from '@tabler/icons-react'
import { orders, type GivenBack } from '#contract/orders.ts'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { problemText } from '#web/api/problem-text.ts'
import { Callout } from '#web/ui/callout.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/toast.tsx'
import { m } from '#words/messages.js'
import { givenBackWords } from './given-back-words.ts'
import type { OwnOrder } from './payment-request.ts'

/** Payments of an order that the club did not keep: why, unless that is `said` already, where the money is, and the credit note. */
export function MoneyBack({ order, said }: { order: OwnOrder; said?: string | null }) {
  if (order.givenBack.length === 0) return null
  return (
    <Stack gap="sm">
      {order.givenBack.map((one) => (
        <Payment key={one.id} payment={one} order={order} said={said ?? null} />
      ))}
    </Stack>
  )
}

function Payment({ payment, order, said }: { payment: GivenBack; order: OwnOrder; said: string | null }) {
  const { title, cause, money, color } = givenBackWords(payment, order.orgName)
  const failed = payment.status === 'failed'
  return (
    <Callout
      color={color}
      icon={failed ? <IconAlertTriangle /> : <IconReceiptRefund />}
      title={title}
      role={failed ? 'alert' : 'status'}
    >
      {cause !== said && `${cause} `}
      {money} {failed && contact(order)}
      {payment.creditNoteNumber && <CreditNote refundId={payment.id} number={payment.creditNoteNumber} />}
    </Callout>
  )
}

/** The sentence with the address as a link in it. */
function contact({ orgEmail, number }: OwnOrder) {
  const [before, after] = m.money_back_contact({ email: '\n' }).split('\n')
  const subject = encodeURIComponent(m.money_back_subject({ number }))
  return (
    <>
      {before}
      <Anchor inherit td="underline" href={`mailto:${orgEmail}?subject=${subject}`}>
        {orgEmail}
      </Anchor>
      {after}
    </>
  )
}

function CreditNote({ refundId, number }: { refundId: string; number: string }) {
  const download = useMutation({
    mutationFn: () => call(orders.creditNotePdf, { refundId, language: currentLanguage() }),
    onSuccess: saveFile,
    onError: (error) => showToast({ type: 'error', title: m.receipt_download_failed(), message: problemText(error) }),
  })
  return (
    <Button
      variant="default"
      size="sm"
      mt="sm"
      display="block"
      leftSection={<IconDownload size={18} stroke={1.7} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {m.money_back_credit_note({ number })}
    </Button>
  )
}
