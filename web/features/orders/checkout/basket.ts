import type { MembershipConfiguration, Organisation } from '#contract/organisations.ts'
import type { ReactNode } from 'react'
import type { Money } from '#contract/values.ts'
import type { ClubChoices } from '#web/ui/fields/club-choices.ts'
import { totalOf, type BasketRow } from './buy-values.ts'
import { asksBirthDate, type Closed } from '../price-words.ts'

/** What the clubs sell, and to whom not. */
export interface Shops {
  readonly clubs: readonly Organisation[]
  /** From which one is chosen. */
  readonly choices: ClubChoices
  /** What a club sells; undefined while that is not known. */
  readonly offersOf: (orgId: string) => readonly MembershipConfiguration[] | undefined
  readonly closedFor: (memberId: string, offer: MembershipConfiguration) => Closed | undefined
  /** Asks for somebody's birth date, without which it is not known whether a membership fits them. */
  readonly askBirthDate: (memberId: string) => ReactNode
}

/** A row that is bought. */
export interface BasketLine {
  readonly row: BasketRow
  readonly offer: MembershipConfiguration
}

/** All that is bought in one club; it becomes one order. */
export interface ClubPart {
  readonly orgId: string
  readonly club: Organisation | undefined
  readonly lines: readonly BasketLine[]
  readonly total: Money | null
}

/** `chosen`: it is bought. `empty`: nothing is chosen. `closed`: it cannot be bought. `gone`: the club has no such thing. `unknown_age`: a birth date is missing. */
export type RowState = 'chosen' | 'empty' | 'loading' | 'closed' | 'gone' | 'twice' | 'unknown_age'

/** The name that stands for "nothing chosen yet" in a club's list. */
const placeholder = 'Select Membership'

export const isPlaceholder = (offer: Pick<MembershipConfiguration, 'name'>) => offer.name.trim() === placeholder

/** How a row of the basket stands; only one that is `chosen` is bought. */
export function stateOf(row: BasketRow, rows: readonly BasketRow[], shops: Shops): RowState {
  if (row.membershipConfId === '') return 'empty'
  const offers = shops.offersOf(row.orgId)
  if (!offers) return 'loading'
  const offer = offers.find(({ id }) => id === row.membershipConfId)
  if (!offer) return 'gone'
  if (isPlaceholder(offer)) return 'empty'
  if (shops.closedFor(row.memberId, offer)) return 'closed'
  if (asksBirthDate(offer, row.memberId)) return 'unknown_age'
  const first = rows.find((one) => one.memberId === row.memberId && one.membershipConfId === row.membershipConfId)
  return first === row ? 'chosen' : 'twice'
}

/** What is bought, club by club, in the order in which it was chosen. */
export function partsOf(rows: readonly BasketRow[], shops: Shops): ClubPart[] {
  const lines = rows.flatMap((row): BasketLine[] => {
    if (stateOf(row, rows, shops) !== 'chosen') return []
    const offer = shops.offersOf(row.orgId)?.find(({ id }) => id === row.membershipConfId)
    return offer ? [{ row, offer }] : []
  })
  return [...Map.groupBy(lines, ({ row }) => row.orgId)].map(([orgId, ofClub]) => ({
    orgId,
    club: shops.clubs.find(({ id }) => id === orgId),
    lines: ofClub,
    total: totalOf(ofClub),
  }))
}

/** Clubs that take no payment by card, though something in them costs money. */
export const unpayableParts = (parts: readonly ClubPart[]) =>
  parts.filter(({ club, total }) => club?.paymentProviderId === null && total?.minor !== 0)

/** The row with what its club would propose to the person, where nothing is chosen. */
export function withProposal(
  row: BasketRow,
  { offersOf, closedFor }: Pick<Shops, 'offersOf' | 'closedFor'>,
): BasketRow {
  if (row.membershipConfId !== '') return row
  const proposed = offersOf(row.orgId)?.find(({ proposedFor }) => proposedFor.includes(row.memberId))
  return proposed && !closedFor(row.memberId, proposed) ? { ...row, membershipConfId: proposed.id } : row
}
