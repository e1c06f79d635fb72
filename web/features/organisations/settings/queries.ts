import { useQueryClient } from '@tanstack/react-query'
import { type ClubSettings, clubSettings, isCvr } from '#contract/organisations/settings.ts'
import { clubTexts } from '#contract/organisations/texts.ts'
import { paymentKey, type PaymentSettings } from '#contract/payments/key.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'

const ofClub = (orgId: string) => [...queryKeys.organisations, 'settings', orgId] as const

export const settingsQuery = (orgId: string) => callQuery([...ofClub(orgId), 'details'], clubSettings.show, { orgId })

export const textsQuery = (orgId: string) => callQuery([...ofClub(orgId), 'texts'], clubTexts.list, { orgId })

/** Other clubs with a CVR number, while it is typed. */
export const sameCvrQuery = (orgId: string, typed: string) => {
  const cvr = typed.replace(/[\s.-]|^DK/gi, '')
  return callQuery([...ofClub(orgId), 'same-cvr', cvr], clubSettings.sameCvr, { orgId, cvr }, { enabled: isCvr(cvr) })
}

export const shadeQuery = (orgId: string, colour: string) =>
  callQuery(
    [...ofClub(orgId), 'shade', colour],
    clubSettings.shade,
    { orgId, colour },
    { enabled: /^#[0-9a-f]{6}$/i.test(colour), staleTime: Number.POSITIVE_INFINITY },
  )

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

export const paymentQuery = (orgId: string) => callQuery([...ofClub(orgId), 'payment'], paymentKey.show, { orgId })

/** Shows saved payment settings, and has pages that say whether a club can be paid load it again. */
export function useShowPayment(orgId: string) {
  const cache = useQueryClient()
  return (saved: PaymentSettings) => {
    cache.setQueryData(paymentQuery(orgId).queryKey, saved)
    void cache.invalidateQueries({ queryKey: [...queryKeys.memberships, 'clubs'] })
  }
}
