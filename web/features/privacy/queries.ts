import { queryOptions } from '@tanstack/react-query'
import { exports } from '#contract/exports.ts'
import { privacy } from '#contract/privacy.ts'
import { call } from '#web/api/client.ts'

/** Who asks: the person or their guardian, or an operator, who says why. */
export type By = 'themselves' | 'operator'

/** The calls about a person's data. */
export const callsOf = (memberId: string, by: By) =>
  by === 'themselves'
    ? {
        copy: (signal: AbortSignal) => call(exports.personState, { memberId }, { signal }),
        makeCopy: () => call(exports.person, { memberId }),
        fetchCopy: (exportId: string) => call(exports.personFile, { memberId, exportId }),
        erasure: (signal: AbortSignal) => call(privacy.erasure, { memberId }, { signal }),
        erase: (typed: { confirmation: string }) => call(privacy.erase, { memberId, confirmation: typed.confirmation }),
        stop: (actionId: string) => call(privacy.stopErasure, { memberId, actionId }),
      }
    : {
        copy: (signal: AbortSignal) => call(exports.ofPersonState, { memberId }, { signal }),
        makeCopy: (reason: string) => call(exports.ofPerson, { memberId, reason }),
        fetchCopy: (exportId: string) => call(exports.ofPersonFile, { memberId, exportId }),
        erasure: (signal: AbortSignal) => call(privacy.erasureOfPerson, { memberId }, { signal }),
        erase: (typed: { confirmation: string; reason: string }) => call(privacy.erasePerson, { memberId, ...typed }),
        stop: (actionId: string) => call(privacy.stopErasureOfPerson, { memberId, actionId }),
      }

export const privacyKeys = {
  copy: (memberId: string, by: By) => ['privacy', by, memberId, 'copy'] as const,
  erasure: (memberId: string, by: By) => ['privacy', by, memberId, 'erasure'] as const,
}

/** Read often while it is being written. */
export const copyQuery = (memberId: string, by: By) =>
  queryOptions({
    queryKey: privacyKeys.copy(memberId, by),
    queryFn: ({ signal }) => callsOf(memberId, by).copy(signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 2000 : false),
  })

/** Read often while it can be stopped. */
export const erasureQuery = (memberId: string, by: By) =>
  queryOptions({
    queryKey: privacyKeys.erasure(memberId, by),
    queryFn: ({ signal }) => callsOf(memberId, by).erasure(signal),
    refetchInterval: ({ state: { data } }) => (data?.waiting ? 3000 : false),
    retry: false,
  })
