import type { ClubStart, LiveCheck, StartStep } from '#contract/office/start.ts'
import { paths } from '#web/paths.ts'
import type { OfficeClub } from '../queries.ts'

/** Where each step is done. */
export const startPlaces: Readonly<Record<StartStep, (club: OfficeClub, start: ClubStart) => string>> = {
  texts: ({ key }) => paths.clubSettings(key, {}, 'description'),
  logo: ({ key }) => paths.clubSettings(key, {}, 'logo'),
  membership: ({ key }) => paths.firstMemberships(key),
  terms: ({ key }) => paths.clubSettings(key, { tab: 'texts' }, 'terms'),
  privacy: ({ key }) => paths.clubSettings(key, { tab: 'texts' }, 'privacy'),
  key: ({ key }) => paths.clubSettings(key, { tab: 'payment' }, 'key'),
  people: ({ key }) => paths.inviteToOffice(key),
  bought: ({ id }) => paths.newMembership({ orgId: id }),
  receipt: ({ key }, { receipt }) => (receipt ? paths.membershipReceipt(receipt) : paths.clubPayments(key)),
  asked: ({ key }) => paths.clubSettings(key, { tab: 'payment' }, 'live'),
}

/** Where what a check misses is done. */
export const stepOfCheck = (check: LiveCheck): StartStep => (check === 'chair' ? 'people' : check)
