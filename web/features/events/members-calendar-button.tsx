import { Button, type ButtonProps } from '@mantine/core'
import { useCalendarFile } from '#web/api/use-calendar-file.ts'

/** Downloads the calendar file of an event for members only. */
export default function MembersCalendarButton({ eventId, ...look }: { readonly eventId: string } & ButtonProps) {
  const file = useCalendarFile(eventId)
  return <Button onClick={() => file.mutate()} loading={file.isPending} {...look} />
}
