import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconCalendarPlus, IconDownload, IconTicket } from '#web/ui/icons/index.ts'
import { tickets } from '#contract/events/tickets.ts'
import { call } from '#web/api/client.ts'
import { saveFile } from '#web/api/save-file.ts'
import { currentLanguage } from '#web/api/language.ts'
import { useCalendarFile } from '#web/api/use-calendar-file.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import type { EventPlace } from '../order-place.ts'
import { showFailure } from '#web/api/toasts.ts'

/** Links and downloads for tickets. `own`: they belong to the user. */
export default function TicketActions({ place, own }: { place: EventPlace; own: boolean }) {
  const { eventId } = place
  const pdf = useMutation({
    mutationFn: () => call(tickets.pdfOfEvent, { eventId, language: currentLanguage() }),
    onSuccess: saveFile,
    onError: showFailure,
  })
  const calendar = useCalendarFile(eventId)
  return (
    <>
      <ButtonLink
        to={paths.ticketsOf(place.orgKey, eventId)}
        leftSection={<IconTicket size={20} stroke={1.7} aria-hidden />}
      >
        {m.confirm_tickets()}
      </ButtonLink>
      {own && (
        <Button
          variant="default"
          onClick={() => pdf.mutate()}
          loading={pdf.isPending}
          leftSection={<IconDownload size={20} stroke={1.7} aria-hidden />}
        >
          {m.confirm_tickets_pdf()}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => calendar.mutate()}
        loading={calendar.isPending}
        leftSection={<IconCalendarPlus size={20} stroke={1.7} aria-hidden />}
      >
        {m.confirm_calendar()}
      </Button>
    </>
  )
}
