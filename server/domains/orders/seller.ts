import type { Tx } from '#server/database/db.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { MemberActor } from '#server/http/actor.ts'

/** What may stand on a line. `context.ts` gives a seller for each: a forgotten one does not compile. */
export type LineKind = 'membership'

/** One line as the buyer chose it. */
export interface SelectedLine {
  readonly memberId: string
  readonly orgId: string
  readonly membershipConfId: string
}

/** One line that passed every rule. Amounts in øre, `total` = `price` + `vat` + `surcharge`. */
export interface PricedLine {
  readonly kind: LineKind
  readonly memberId: string
  readonly memberName: string
  readonly title: string
  readonly configurationId: string
  readonly startDate: string
  readonly endDate: string
  readonly price: number
  readonly vatRate: number
  readonly vat: number
  readonly surcharge: number
  readonly total: number
}

/** A line with the inactive thing behind it. */
export interface HeldLine extends PricedLine {
  /** The line's own. */
  readonly id: string
  readonly membershipId: string
  readonly termId: string
}

/** A line of a paid order. */
export interface BoughtLine {
  readonly membershipId: string | null
  readonly termId: string | null
}

export interface Hold {
  readonly orderId: string
  readonly buyerId: string
  readonly orgId: string
  readonly gdprAgreement: boolean
  /** Until then what is held is kept from others. */
  readonly until: Date
}

/**
 * Sells one kind of line. Orders know no more of what is sold. Every step takes all lines of an order at once, so that its
 * round trips do not grow with them, and runs with the order locked.
 */
export interface Seller {
  /** Checks every rule and prices the lines, in their order. Throws the problem that says what to do. */
  price(tx: Tx, buyer: MemberActor, lines: readonly SelectedLine[]): Promise<PricedLine[]>
  /** Makes the inactive things behind the lines and keeps them from others. Throws when they are taken. */
  hold(tx: Tx, hold: Hold, lines: readonly PricedLine[]): Promise<HeldLine[]>
  /** Keeps what an order holds until another time, or for good (null). @returns false when others have it by now */
  renew(tx: Tx, order: { id: string; orgId: string }, until: Date | null): Promise<boolean>
  /** Delivers what a paid order bought. */
  fulfil(tx: Tx, order: { id: string }, cause: Cause): Promise<void>
  /** Lets go of what orders held. */
  release(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void>
  /** Ends what lines of a paid order bought, at once: the money goes back. */
  revoke(tx: Tx, lines: readonly BoughtLine[], cause: Cause): Promise<void>
}

export type Sellers = Readonly<Record<LineKind, Seller>>
