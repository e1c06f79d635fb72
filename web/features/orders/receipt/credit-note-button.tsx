import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { orders } from '#contract/orders/orders.ts'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { problemText } from '#web/api/problem-text.ts'
import { saveFile } from '#web/api/files.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'

export function CreditNoteButton({ refundId, number }: { refundId: string; number: string }) {
  const download = useMutation({
    mutationFn: () => call(orders.creditNotePdf, { refundId, language: currentLanguage() }),
    onSuccess: saveFile,
    onError: (error) => showToast({ type: 'error', title: m.receipt_download_failed(), message: problemText(error) }),
  })
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={18} stroke={1.7} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {m.money_back_credit_note({ number })}
    </Button>
  )
}
