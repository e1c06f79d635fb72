import { useMutation } from '@tanstack/react-query'
import { events } from '#contract/events/events.ts'
import { call } from './client.ts'
import { currentLanguage } from './language.ts'
import { saveFile } from './files.ts'
import { showFailure } from './toasts.ts'

/** Downloads an event's calendar file with the sign-in, which the file of an event for members only needs. */
export const useCalendarFile = (eventId: string) =>
  useMutation({
    mutationFn: () => call(events.calendar, { eventId, language: currentLanguage() }),
    onSuccess: saveFile,
    onError: showFailure,
  })
