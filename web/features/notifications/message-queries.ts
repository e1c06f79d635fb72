import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages, type MessagePreference } from '#contract/notifications/messages.ts'
import { call } from '#web/api/client.ts'
import { callQuery, pagesBefore } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { showFailure } from '#web/api/toasts.ts'

export const preferencesQuery = (memberId: string) =>
  callQuery([...queryKeys.messages, 'preferences', memberId], messages.preferences, {})

type Choice = Pick<MessagePreference, 'kind' | 'channel' | 'wanted'>

/** Saves one preference with an optimistic update. If that fails, the server's state is reloaded. */
export function useSavePreferences(memberId: string) {
  const cache = useQueryClient()
  const { queryKey } = preferencesQuery(memberId)
  return useMutation({
    // Runs one at a time, so that the last response is the current state.
    scope: { id: 'message-preferences' },
    mutationFn: ({ kind, channel, wanted }: Choice) => call(messages.prefer, { kind, channel, wanted }),
    onMutate: ({ kind, channel, wanted }: Choice) => {
      cache.setQueryData(queryKey, (all) =>
        all?.map((one) => (one.kind === kind && one.channel === channel ? { ...one, wanted } : one)),
      )
    },
    onSuccess: (all) => {
      cache.setQueryData(queryKey, all)
      showToast({ message: m.messages_saved() })
    },
    onError: (error) => {
      showFailure(error)
      return cache.invalidateQueries({ queryKey })
    },
  })
}

/** Messages that could not be delivered, newest first. */
export const failedQuery = pagesBefore([...queryKeys.messages, 'failed'], messages.failed, {})
