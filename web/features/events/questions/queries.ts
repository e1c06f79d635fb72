import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { questionAnswers } from '#contract/events/question-answers.ts'
import type { GivenAnswers } from '#contract/events/questions.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** The questions of an event with a registration. */
export const questionsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'questions', eventId],
    queryFn: ({ signal }) => call(questionAnswers.toAsk, { eventId }, { signal }),
  })

export const ticketAnswersQuery = (entryId: string) =>
  queryOptions({
    queryKey: [...queryKeys.tickets, 'answers', entryId],
    queryFn: ({ signal }) => call(questionAnswers.ofTicket, { entryId }, { signal }),
  })

export function useSaveAnswers(entryId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (answers: GivenAnswers) => call(questionAnswers.save, { entryId, answers }),
    onSuccess: (saved) => {
      cache.setQueryData(ticketAnswersQuery(entryId).queryKey, saved)
      // Tickets and Home say what is missing.
      void cache.invalidateQueries({ queryKey: queryKeys.tickets })
    },
  })
}
