import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clubStart } from '#contract/office/start.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { showFailure } from '#web/api/toasts.ts'

/** How far a club is. It follows from what is done on every other page, so each visit asks again. */
export const startQuery = (orgId: string) =>
  callQuery([...queryKeys.office, 'start', orgId], clubStart.show, { orgId }, { staleTime: 0 })

const changes = {
  ask: (orgId: string) => call(clubStart.ask, { orgId }),
  withdraw: (orgId: string) => call(clubStart.withdraw, { orgId }),
  receipt: (orgId: string) => call(clubStart.mark, { orgId, mark: 'receipt' }),
  dismissed: (orgId: string) => call(clubStart.mark, { orgId, mark: 'dismissed' }),
}

/** Asks to go live, takes it back, or keeps that a step is done. */
export function useChangeStart(orgId: string) {
  const cache = useQueryClient()
  const { queryKey } = startQuery(orgId)
  return useMutation({
    mutationFn: (change: keyof typeof changes) => changes[change](orgId),
    onSuccess: (start) => cache.setQueryData(queryKey, start),
    onError: (error) => {
      showFailure(error)
      void cache.invalidateQueries({ queryKey })
    },
  })
}
