import type { PriceKind } from '#contract/event-answers.ts'
import type { LineKind } from '#contract/order-answers.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { Problem } from '#server/http/problem.ts'

/** One line as the buyer chose it. */
export interface SelectedMembership {
  readonly memberId: string
  readonly orgId: string
  readonly membershipConfId: string
}

export interface SelectedEvent {
  readonly memberId: string
  readonly eventId: string
  readonly category: string
}

export type SelectedLine = Lines[LineKind]['selected']

/** What every line says. Amounts in øre, `total` = `price` + `vat` + `surcharge` − `discount`. */
interface Priced {
  readonly orgId: string
  readonly memberId: string
  readonly memberName: string
  readonly title: string
  /** First and last day. */
  readonly startDate: string
  readonly endDate: string
  /** Its club's. */
  readonly currency: string
  readonly price: number
  readonly vatRate: number
  readonly vat: number
  readonly surcharge: number
  readonly discount: number
  readonly total: number
}

export interface PricedMembership extends Priced {
  readonly kind: 'membership'
  readonly configurationId: string
}

export interface PricedEvent extends Priced {
  readonly kind: 'event'
  readonly eventId: string
  readonly categoryId: string
  readonly category: string
  readonly categoryName: string
  readonly startsAt: Date
  readonly timeZone: string
  readonly priceKind: PriceKind
}

/** One line that passed every rule that can be checked without reserving. */
export type PricedLine = Lines[LineKind]['priced']

/** What each kind of line is made of: as chosen, as priced, and with the inactive thing behind it. */
export interface Lines {
  readonly membership: {
    readonly selected: SelectedMembership
    readonly priced: PricedMembership
    /** `id` is the line's own. */
    readonly held: PricedMembership & {
      readonly id: string
      readonly membershipId: string
      readonly termId: string
      /** The trial that it takes the place of, as it is called. */
      readonly replacesTrial: string | null
    }
  }
  readonly event: {
    readonly selected: SelectedEvent
    readonly priced: PricedEvent
    readonly held: PricedEvent & { readonly id: string; readonly entryId: string }
  }
}

export type HeldLine = Lines[LineKind]['held']

/** A line that cannot be bought says why; it names the person and the thing when it knows them. */
export interface RefusedLine {
  readonly kind: LineKind
  readonly memberId: string
  readonly memberName: string
  readonly title: string
  /** Null where the thing is not known. */
  readonly currency: string | null
  readonly refusal: Problem
}

/** A line of a paid order. */
export interface BoughtLine {
  readonly kind: LineKind
  readonly membershipId: string | null
  readonly termId: string | null
  readonly entryId: string | null
}

export interface Hold {
  readonly orderId: string
  readonly buyerId: string
  readonly orgId: string
  readonly gdprAgreement: boolean
  /** Until then what is held is kept from others. */
  readonly until: Date
  /** There is nothing to pay: what is held is delivered in the same transaction. */
  readonly isFree: boolean
}

/** Orders that ended because a new one takes their place. */
export interface Replaced {
  readonly ids: readonly string[]
  readonly cause: Cause
}

/** Whose hold it is. */
export interface HeldOrder {
  readonly id: string
  readonly orgId: string
}

/** An order whose lines are delivered: who is told of it, and of what. */
export interface PaidOrder extends HeldOrder {
  readonly buyerId: string
  readonly testMode: boolean
  readonly kinds: readonly LineKind[]
  /** In minor units. */
  readonly total: number
  readonly currency: string
}

/**
 * Sells one kind of line. Orders know no more of what is sold. Every step takes all lines of an order at once, so that its
 * round trips do not grow with them, and runs with the order locked.
 */
export interface LineItemHandler<K extends LineKind = LineKind> {
  /**
   * Prices the lines, in their order, and says which cannot be bought and why; reserves nothing.
   * @param basket what earlier kinds priced in the same order: a membership in it may change a price
   * @param wanted all that is chosen with it: what the buyer's unpaid orders for the same hold is free
   */
  price(
    tx: Tx,
    buyer: MemberActor,
    lines: readonly Lines[K]['selected'][],
    basket: readonly PricedLine[],
    wanted: readonly SelectedLine[],
  ): Promise<(Lines[K]['priced'] | RefusedLine)[]>
  /** Makes the inactive things behind the lines and keeps them from others. Throws when they are taken. */
  hold(tx: Tx, hold: Hold, lines: readonly Lines[K]['priced'][]): Promise<Lines[K]['held'][]>
  /**
   * Keeps from others what many want at once: the last step before the commit, so that nobody waits for its lock any longer than that
   * takes. Left out where `hold` does all. Throws when they are taken.
   * @param replaced orders that gave way to this one; what they hold of it is let go of here, not by `release`
   */
  take?(tx: Tx, hold: Hold, lines: readonly Lines[K]['held'][], replaced: Replaced): Promise<void>
  /** Whether a payment of what an order holds may begin: the thing itself may have ended meanwhile. */
  isPayable(tx: Tx, order: HeldOrder): Promise<boolean>
  /** Keeps what an order holds until another time, or for good (null). @returns false when it is not to be had any more */
  renew(tx: Tx, order: HeldOrder, until: Date | null): Promise<boolean>
  /** Delivers what a paid order bought. */
  fulfil(tx: Tx, order: PaidOrder, cause: Cause): Promise<void>
  /** Lets go of what orders held. */
  release(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void>
  /** Ends what lines of a paid order bought, at once: the money goes back. */
  revoke(tx: Tx, lines: readonly BoughtLine[], cause: Cause): Promise<void>
}

type HandlersByKind = { readonly [K in LineKind]: LineItemHandler<K> }

/** What a code takes off, named. */
export interface Discount {
  readonly code: string
  readonly name: string
  readonly lines: PricedLine[]
}

/**
 * Takes something off the lines of an order for a code, and counts its uses: held with the order, used when it is paid, free
 * again when it ends. Orders know no more of coupons.
 */
export interface Coupons {
  /** Runs what tries a code, outside of any transaction, while not too many were wrong. Throws `too_many_requests`. */
  limitGuesses<T>(db: Db, buyer: MemberActor, run: () => Promise<T>, isMiss?: (answer: T) => boolean): Promise<T>
  /**
   * @param wanted as for a line
   * @returns the lines with what the code takes off them, or why it takes nothing off
   */
  discount(
    tx: Tx,
    buyer: MemberActor,
    code: string,
    lines: readonly PricedLine[],
    wanted: readonly SelectedLine[],
  ): Promise<Discount | Problem>
  /** Keeps a use of the code for an order. Throws when there is none left, or the code is worth something else by now. */
  hold(tx: Tx, hold: Hold, coupon: { readonly code: string; readonly lines: readonly PricedLine[] }): Promise<void>
  /** The same as for a line. */
  renew(tx: Tx, order: HeldOrder, until: Date | null): Promise<boolean>
  fulfil(tx: Tx, order: HeldOrder, cause: Cause): Promise<void>
  release(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void>
}

/** Who sells each kind of line, and who takes something off. `context.ts` gives them: a forgotten one does not compile. */
export interface LineItemHandlers {
  readonly lines: HandlersByKind
  readonly coupons: Coupons
}
