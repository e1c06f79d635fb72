import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tickets } from '#contract/events/tickets.ts'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { problemText } from '#web/api/problem-text.ts'
import { saveFile } from '#web/api/files.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'

/** Ticket and calendar files in the user's language. */
export const ticketFiles = {
  ticket: (entryId: string) => call(tickets.pdf, { entryId, language: currentLanguage() }),
  ticketsOf: (eventId: string) => call(tickets.pdfOfEvent, { eventId, language: currentLanguage() }),
  calendar: () => call(tickets.calendar, { language: currentLanguage() }),
  calendarOf: (eventId: string) => call(tickets.calendar, { eventId, language: currentLanguage() }),
}

interface Props extends Pick<ButtonProps, 'variant' | 'leftSection'> {
  readonly load: () => Promise<{ readonly blob: Blob; readonly fileName: string }>
  readonly children: ReactNode
}

/** Downloads a file; failures show a toast. */
export function DownloadButton({ load, children, variant = 'default', ...look }: Props) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: saveFile,
    onError: (error) => showToast({ type: 'error', title: m.ticket_download_failed(), message: problemText(error) }),
  })
  return (
    <Button variant={variant} {...look} loading={download.isPending} onClick={() => download.mutate()}>
      {children}
    </Button>
  )
}
