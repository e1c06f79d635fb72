import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ClubSettings, clubSettings, isCvr } from '#contract/organisations/settings.ts'
import { clubTexts } from '#contract/organisations/texts.ts'
import { paymentKey, type PaymentSettings } from '#contract/payments/key.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

const ofClub = (orgId: string) => [...queryKeys.organisations, 'settings', orgId] as const

export const settingsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'details'],
    queryFn: ({ signal }) => call(clubSettings.show, { orgId }, { signal }),
  })

export const textsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'texts'],
    queryFn: ({ signal }) => call(clubTexts.list, { orgId }, { signal }),
  })

/** Other clubs with a CVR number, while it is typed. */
export const sameCvrQuery = (orgId: string, typed: string) => {
  const cvr = typed.replace(/[\s.-]|^DK/gi, '')
  return queryOptions({
    queryKey: [...ofClub(orgId), 'same-cvr', cvr],
    queryFn: ({ signal }) => call(clubSettings.sameCvr, { orgId, cvr }, { signal }),
    enabled: isCvr(cvr),
  })
}

export const shadeQuery = (orgId: string, colour: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'shade', colour],
    queryFn: ({ signal }) => call(clubSettings.shade, { orgId, colour }, { signal }),
    enabled: /^#[0-9a-f]{6}$/i.test(colour),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Shows saved details here, and has every page that names the club load it again. */
export function useShowSettings() {
  const cache = useQueryClient()
  return (saved: ClubSettings) => {
    cache.setQueryData(settingsQuery(saved.orgId).queryKey, saved)
    void cache.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        (first === queryKeys.organisations[0] && second !== 'settings') ||
        first === queryKeys.memberships[0] ||
        (first === queryKeys.office[0] && (second === 'one' || second === 'mine')),
    })
  }
}

export function useShowTexts(orgId: string) {
  const cache = useQueryClient()
  return () => {
    void cache.invalidateQueries({ queryKey: textsQuery(orgId).queryKey })
    void cache.invalidateQueries({ queryKey: [...queryKeys.organisations, 'profile', orgId] })
  }
}

export const paymentQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'payment'],
    queryFn: ({ signal }) => call(paymentKey.show, { orgId }, { signal }),
  })

/** Shows saved payment settings, and has pages that say whether a club can be paid load it again. */
export function useShowPayment(orgId: string) {
  const cache = useQueryClient()
  return (saved: PaymentSettings) => {
    cache.setQueryData(paymentQuery(orgId).queryKey, saved)
    void cache.invalidateQueries({ queryKey: [...queryKeys.memberships, 'clubs'] })
  }
}
