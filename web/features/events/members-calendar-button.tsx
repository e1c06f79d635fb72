import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { events } from '#contract/events/events.ts'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { problemText } from '#web/api/problem-text.ts'
import { saveFile } from '#web/api/save-file.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'

/** Downloads the calendar file of an event for members only. */
export default function MembersCalendarButton({ eventId, ...look }: { readonly eventId: string } & ButtonProps) {
  const download = useMutation({
    mutationFn: async () => saveFile(await call(events.calendar, { eventId, language: currentLanguage() })),
    onError: (error) => showToast({ message: problemText(error) }),
  })
  return <Button onClick={() => download.mutate()} loading={download.isPending} {...look} />
}
