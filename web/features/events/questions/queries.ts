import { useQueryClient } from '@tanstack/react-query'
import { questionAnswers } from '#contract/events/question-answers.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall } from '#web/api/use-call.ts'

/** The questions of an event with a registration. */
export const questionsQuery = (eventId: string) =>
  callQuery([...queryKeys.events, 'questions', eventId], questionAnswers.toAsk, { eventId })

export const ticketAnswersQuery = (entryId: string) =>
  callQuery([...queryKeys.answers, entryId], questionAnswers.ofTicket, { entryId })

export function useSaveAnswers(entryId: string) {
  const cache = useQueryClient()
  return useCall(
    questionAnswers.save,
    { entryId },
    {
      onSuccess: (saved) => {
        cache.setQueryData(ticketAnswersQuery(entryId).queryKey, saved)
        // Tickets and Home say what is missing.
        void cache.invalidateQueries({ queryKey: queryKeys.tickets })
      },
    },
  )
}
