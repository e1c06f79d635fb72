import type { LocalText } from '#contract/local-text.ts'
import type { PriceKind } from '#contract/events/answers.ts'
import type { AnswerValue, GivenAnswers } from '#contract/events/questions.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { LineKind } from '#contract/orders/answers.ts'
import type { HandEvent, HandMembership } from '#contract/orders/by-hand.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { Problem } from '#server/http/problem.ts'

/** One line as the buyer selected it. */
export interface SelectedMembership {
  readonly memberId: string
  readonly orgId: string
  readonly membershipConfId: string
}

export interface SelectedEvent {
  readonly memberId: string
  readonly eventId: string
  readonly category: string
  readonly answers?: GivenAnswers | undefined
}

export type SelectedLine = Lines[LineKind]['selected']

/** Fields of every line. Amounts in øre, `total` = `price` + `vat` + `surcharge` − `discount`. */
interface Priced {
  readonly orgId: string
  readonly memberId: string
  readonly memberName: string
  readonly title: string
  readonly titleTexts: LocalText
  /** First and last day. */
  readonly startDate: string
  readonly endDate: string
  /** The club's currency. */
  readonly currency: string
  readonly price: number
  readonly vatRate: number
  readonly vat: number
  readonly surcharge: number
  readonly discount: number
  readonly total: number
  /** The rules for buyers that an office overrules with it, as error codes. */
  readonly overrules?: readonly ErrorCode[]
}

export interface PricedMembership extends Priced {
  readonly kind: 'membership'
  readonly configurationId: string
  readonly series: string
  readonly renewsByCard: boolean
  /** By hand: a card renews the person's membership, and does not pay for this season; the day of its charge, where one is announced. */
  readonly supersedes?: { readonly chargeDate: string | null } | undefined
}

export interface PricedEvent extends Priced {
  readonly kind: 'event'
  readonly eventId: string
  readonly categoryId: string
  readonly category: string
  readonly categoryName: string
  readonly categoryTexts: LocalText
  readonly startsAt: Date
  readonly timeZone: string
  readonly priceKind: PriceKind
  /** The phase whose price it is; null: the category's own. */
  readonly phaseId: string | null
  /** Of an event with questions: the person's age on its first day, and the answers given. */
  readonly asked?: { readonly age: number | null; readonly answers: GivenAnswers }
}

/** A line that passed every rule that can be checked without reserving. */
export type PricedLine = Lines[LineKind]['priced']

/** The stages of each kind of line: selected, priced, and held with the inactive row behind it. */
export interface Lines {
  readonly membership: {
    readonly offered: HandMembership
    readonly selected: SelectedMembership
    readonly priced: PricedMembership
    /** `id` is the id of the order line. */
    readonly held: PricedMembership & {
      readonly id: string
      readonly membershipId: string
      readonly termId: string
      /** The name of the trial that it replaces. */
      readonly replacesTrial: string | null
      readonly replacesTexts: LocalText | null
    }
  }
  readonly event: {
    readonly offered: HandEvent
    readonly selected: SelectedEvent
    readonly priced: PricedEvent
    readonly held: PricedEvent & {
      readonly id: string
      readonly entryId: string
      /** Of an event with questions: the answers to keep, and how many required ones are missing. */
      readonly answered?: { readonly rows: readonly AnswerToKeep[]; readonly missing: number }
    }
  }
}

/** An answer to a question of a place, or of the order at an event. */
export interface AnswerToKeep {
  readonly questionId: string
  readonly ofOrder: boolean
  readonly sensitive: boolean
  readonly value: AnswerValue
}

export type HeldLine = Lines[LineKind]['held']

/** A line that cannot be bought, and why. Names the person and the thing where they are known. */
export interface RefusedLine {
  readonly kind: LineKind
  readonly memberId: string
  readonly memberName: string
  readonly titleTexts: LocalText
  /** Null if the thing is unknown. */
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

export interface Reservation {
  readonly orderId: string
  readonly buyerId: string
  readonly orgId: string
  readonly gdprAgreement: boolean
  /** Others cannot take what is held before then. */
  readonly until: Date
  /** Nothing left to pay: what is held is delivered in the same transaction. */
  readonly isFree: boolean
  /** Offered to somebody who waited for it: what is kept for those who wait is for them. */
  readonly isOffer?: boolean
  /** A super admin prepares it for its buyer. */
  readonly isForAnother?: boolean
  /** An office sells it, at any price: who, and why. */
  readonly byHand?: { readonly actorId: string; readonly reason: string }
}

/** Orders cancelled because a new one takes their place. */
export interface Replaced {
  readonly ids: readonly string[]
  readonly cause: Cause
}

/** The order that a hold belongs to. */
export interface HeldOrder {
  readonly id: string
  readonly orgId: string
}

/** An order being delivered, with what its notifications need. */
export interface PaidOrder extends HeldOrder {
  readonly buyerId: string
  readonly testMode: boolean
  readonly kinds: readonly LineKind[]
  /** In minor units. */
  readonly total: number
  readonly currency: string
  /** When its buyer agreed, where somebody else made it. */
  readonly agreedAt?: Date | null
}

/**
 * Sells one kind of line; the orders domain knows nothing else about it. Every step takes all lines of an order at
 * once, so that round trips do not grow with them, and runs with the order locked.
 */
export interface LineItemHandler<K extends LineKind = LineKind> {
  /**
   * Prices the lines in the given order, or says why one cannot be bought. Reserves nothing.
   * @param basket lines of earlier kinds already priced in this order: a membership may change a ticket's price
   * @param wanted everything selected: what the buyer's own unpaid orders hold for it counts as free
   * @param byHand for an office, which may overrule when and to whom something is sold: those rules are named on the line
   */
  price(
    tx: Tx,
    buyer: MemberActor,
    lines: readonly Lines[K]['selected'][],
    basket: readonly PricedLine[],
    wanted: readonly SelectedLine[],
    byHand?: boolean,
  ): Promise<(Lines[K]['priced'] | RefusedLine)[]>
  /** Everything that an office may sell by hand, on sale or not, in the club's own words. @param id one that is among them */
  offers(db: Reader, orgId: string, id?: string): Promise<Lines[K]['offered'][]>
  /** Ends what an office's lines take the place of, before they are reserved: planned charges. Omitted where there is nothing. */
  supersede?(lineHandlers: LineItemHandlers, tx: Tx, lines: readonly Lines[K]['priced'][]): Promise<void>
  /**
   * Creates the inactive rows behind the lines and reserves them. Throws if somebody else has them.
   * @param all the order's lines, by whose position a problem names one
   */
  reserve(
    tx: Tx,
    reservation: Reservation,
    lines: readonly Lines[K]['priced'][],
    all: readonly PricedLine[],
  ): Promise<Lines[K]['held'][]>
  /**
   * Reserves what many want at once. Runs last before the commit, so that its lock is held as briefly as possible.
   * Omitted if `reserve` does everything. Throws if somebody else has it.
   * @param replaced orders that gave way to this one; what they hold of this kind is released here, not by `release`
   */
  allocate?(tx: Tx, reservation: Reservation, lines: readonly Lines[K]['held'][], replaced: Replaced): Promise<void>
  /** Whether a payment of the order may start: an event, for example, may have ended meanwhile. */
  isPayable(tx: Tx, order: HeldOrder): Promise<boolean>
  /** Extends the hold of an order, or makes it permanent (null). @returns false if it is no longer available */
  renew(tx: Tx, order: HeldOrder, until: Date | null): Promise<boolean>
  /** Notifies of what a paid order bought; locks nothing. Omitted if the order does. */
  notify?(tx: Tx, order: PaidOrder): Promise<void>
  fulfil(tx: Tx, order: PaidOrder, cause: Cause): Promise<void>
  release(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void>
  /** Ends what refunded lines bought, at once. */
  revoke(tx: Tx, lines: readonly BoughtLine[], cause: Cause): Promise<void>
}

type HandlersByKind = { readonly [K in LineKind]: LineItemHandler<K> }

/** A coupon applied to lines. */
export interface Discount {
  readonly code: string
  readonly name: LocalText
  readonly lines: PricedLine[]
}

/**
 * Discounts the lines of an order for a coupon code and counts its uses: held with the order, used when it is paid,
 * free again when it ends. The orders domain knows nothing else about coupons.
 */
export interface Coupons {
  /** Runs `run`, which tries a code, outside any transaction. Throws `too_many_requests` after too many wrong codes. */
  limitGuesses<T>(db: Db, buyer: MemberActor, run: () => Promise<T>, isMiss?: (answer: T) => boolean): Promise<T>
  /** @param wanted as in `LineItemHandler.price` @returns the discounted lines, or why the code does not apply */
  discount(
    tx: Tx,
    buyer: MemberActor,
    code: string,
    lines: readonly PricedLine[],
    wanted: readonly SelectedLine[],
  ): Promise<Discount | Problem>
  /** Reserves a use of the code for an order. Throws if none is left or the discount has changed. */
  reserve(
    tx: Tx,
    reservation: Reservation,
    coupon: { readonly code: string; readonly lines: readonly PricedLine[] },
  ): Promise<void>
  /** As in `LineItemHandler`. */
  renew(tx: Tx, order: HeldOrder, until: Date | null): Promise<boolean>
  fulfil(tx: Tx, order: HeldOrder, cause: Cause): Promise<void>
  release(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void>
  /** Releases the uses that were paid with in a club's tests. */
  releaseTests(tx: Tx, orgId: string, cause: Cause): Promise<void>
}

/** The handler of each kind of line, and the coupons. Built in `context.ts`; a missing kind does not compile. */
export interface LineItemHandlers {
  readonly lines: HandlersByKind
  readonly coupons: Coupons
}
