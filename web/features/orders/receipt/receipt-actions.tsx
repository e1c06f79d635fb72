import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconPrinter } from '#web/ui/icons/index.ts'
import { orders } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { problemText } from '#web/api/problem-text.ts'
import { saveFile } from '#web/api/files.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { locales } from '#words/runtime.js'

/** Prints a receipt, or downloads it as PDF in either language. */
export function ReceiptActions({ termId }: { termId: string }) {
  const download = useMutation({
    mutationFn: (language: Language) => call(orders.receiptPdf, { historyId: termId, language }),
    onSuccess: saveFile,
    onError: (error) => showToast({ type: 'error', title: m.receipt_download_failed(), message: problemText(error) }),
  })
  const language = currentLanguage()
  const otherLanguages = locales.filter((one) => one !== language)
  const busy = (of: Language) => download.isPending && download.variables === of
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.7} />} onClick={() => print()}>
        {m.receipt_print()}
      </Button>
      {otherLanguages.map((other) => (
        <Button
          key={other}
          variant="default"
          lang={other}
          leftSection={<IconDownload size={18} stroke={1.7} />}
          loading={busy(other)}
          onClick={() => download.mutate(other)}
        >
          {m.receipt_pdf_in({}, { locale: other })}
        </Button>
      ))}
      <Button
        leftSection={<IconDownload size={18} stroke={1.7} />}
        loading={busy(language)}
        onClick={() => download.mutate(language)}
      >
        {m.receipt_download()}
      </Button>
    </>
  )
}
