import { textsIn } from '#contract/local-text.ts'
import type { Membership, NextSeason, Term, TermPayment } from '#contract/memberships/memberships.ts'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import type { Language } from '#contract/values.ts'
import { type PaidTerm, renewsAfter } from '#server/domains/orders/index.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { presentParts } from './sale/membership-price.ts'
import { agreedFor, type Candidate, closedFor, endsTrial } from './sale/closed-for.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { termsOnDay } from './terms/main-term.ts'
import { statusOf } from './terms/membership-status.ts'
import type { ConfigurationRow, Holders } from './configuration-queries.ts'
import { type Dismissal, isDismissed } from './dismissals.ts'
import { conflicts } from './sale/overlap.ts'
import { isRenewedByCard, JUST_PAID_DAYS, lastSeasonOf, nextSeasonOf } from './next-season.ts'
import type { MembershipWithTerms } from './queries.ts'
import { saleStateOf } from './sale/sale-state.ts'

interface Shown {
  readonly today: string
  readonly language: Language
  readonly candidates: readonly Candidate[]
  /** The people it is proposed to. */
  readonly proposedFor: readonly string[]
  /** The season with which a card renews it, where that is known. */
  readonly following: ConfigurationRow | undefined
}

/** A season as anybody may see it. */
export const presentOffer = (row: ConfigurationRow, { today, language }: Pick<Shown, 'today' | 'language'>) => ({
  id: row.id,
  ...namesOf(row, language),
  startDate: row.startDate,
  endDate: row.endDate,
  offerStartDate: row.offerStartDate,
  minAge: row.minAge,
  maxAge: row.maxAge,
  combinable: row.combinable,
  isTrial: row.isTrial,
  isPassive: row.isPassive,
  parts: presentParts(priceMembership(row), row.currency),
  sale: saleStateOf(row, today),
})

export function presentConfiguration(
  row: ConfigurationRow,
  { today, language, candidates, proposedFor, following }: Shown,
): MembershipConfiguration {
  const season = { ...row, configurationId: row.id }
  return {
    ...presentOffer(row, { today, language }),
    orgId: row.orgId,
    membershipPrice: row.price / 100,
    vatRate: row.vatRate,
    membershipSurcharge: row.surcharge / 100,
    closedFor: closedFor(season, candidates),
    endsTrial: endsTrial(season, candidates, today).map(({ nameTexts, ...trial }) => ({
      ...trial,
      ...textsIn({ name: nameTexts }, language),
    })),
    ...(following && {
      renewsInto: {
        ...textsIn({ name: following.nameTexts }, language),
        startDate: following.startDate,
        total: { minor: priceMembership(following).total, currency: following.currency },
      },
    }),
    proposedFor: [...proposedFor],
    agreedFor: agreedFor(row, candidates, today),
  }
}

/** A membership's name and, where the club wrote them, its benefits. */
export function namesOf({ nameTexts, benefits }: Pick<ConfigurationRow, 'nameTexts' | 'benefits'>, language: Language) {
  const texts = textsIn({ name: nameTexts, benefits }, language)
  return { ...texts, benefits: texts.benefits || undefined }
}

interface Viewer {
  readonly today: string
  readonly language: Language
  /** Seasons that have not ended, by organisation. */
  readonly toCome: ReadonlyMap<string, readonly ConfigurationRow[]>
  /** Ids of orders whose receipt the caller may open. */
  readonly withReceipt: ReadonlySet<string>
  /** By term id. */
  readonly paidTerms: ReadonlyMap<string, PaidTerm>
  readonly readerId: string
  /** The reader's, by membership. */
  readonly dismissals: ReadonlyMap<string, Dismissal>
  /** How many hold what; needed where somebody has outgrown their series. */
  readonly holders: readonly Holders[]
  /** Ids of the reader's own orders among those that hold something. */
  readonly ownOrders: ReadonlySet<string>
}

export function presentMembership(row: MembershipWithTerms, viewer: Viewer): Membership {
  const { membership, graceDays, terms } = row
  const { status, until } = statusOf(terms, viewer.today, graceDays)
  const [main, ...beside] = termsOnDay(terms, viewer.today, graceDays)
  const paid = terms.filter((term) => term.status === 'active')
  const last =
    paid
      .map((term) => term.endDate)
      .toSorted()
      .at(-1) ?? null
  const shown = terms.map((term) => presentTerm(term, membership.enabled, viewer))
  const next = nextSeasonOf(row, viewer.toCome.get(membership.orgId) ?? [], viewer)
  const joins = !renewsAfter(paid)
  const justPaid = paid.some((term) => copenhagenDate(term.statusChangeDate) > addDays(viewer.today, -JUST_PAID_DAYS))
  return {
    id: membership.id,
    orgId: membership.orgId,
    memberId: membership.memberId,
    enabled: membership.enabled,
    status,
    statusUntil: until,
    mainTermId: main?.id ?? null,
    besideTermIds: beside.map(({ id }) => id),
    autoRenewal: membership.autoRenewal,
    autoRenewCycle: membership.autoRenewal ? 'yearly' : null,
    savedCardIdentifier: membership.savedCardIdentifier,
    oldStatus: membership.oldStatus,
    newStatus: membership.newStatus,
    referenceKey: membership.referenceKey ?? shown.find(({ referenceKey }) => referenceKey)?.referenceKey ?? null,
    updateDate: membership.updateDate.toISOString(),
    overallStartDate:
      paid
        .map((term) => term.startDate)
        .toSorted()
        .at(0) ?? null,
    overallEndDate: last,
    paidUntil: lastSeasonOf(terms)?.endDate ?? null,
    readyForMembershipRenewal: next?.sale === 'on_sale',
    asksForRenewal: next?.sale === 'on_sale' && !justPaid && !row.unasked,
    dismissed: row.unasked || isDismissed(viewer.dismissals.get(membership.id), next?.id ?? null),
    nextSeason: next && presentNext(next, joins, viewer.language),
    renewal: null,
    renewalEnded:
      membership.renewalEndedAt && membership.renewalEndedBecause
        ? {
            at: membership.renewalEndedAt.toISOString(),
            because: membership.renewalEndedDetail ?? membership.renewalEndedBecause,
          }
        : null,
    memberships: shown,
    can: {
      renewAutomatically: isRenewedByCard(terms),
      renew: next?.sale === 'on_sale' && !terms.some((term) => holds(term, next) && !isForReader(term, viewer)),
    },
  }
}

/** A reservation that somebody else made for the reader is replaced by the reader's own purchase. */
const isForReader = ({ memberId, orderId }: MembershipWithTerms['terms'][number], { readerId, ownOrders }: Viewer) =>
  memberId === readerId && orderId !== null && !ownOrders.has(orderId)

/** Whether an unpaid order holds the season, or another that shares its days. */
const holds = (term: MembershipWithTerms['terms'][number], next: ConfigurationRow) =>
  term.status === 'held' &&
  // A season that is only held never gives way, trial or not.
  conflicts({ ...term, status: term.status, isTrial: false }, { ...next, configurationId: next.id })

const presentNext = (
  next: NonNullable<ReturnType<typeof nextSeasonOf>>,
  joins: boolean,
  language: Language,
): NextSeason => ({
  membershipConfId: next.id,
  ...textsIn({ name: next.nameTexts }, language),
  startDate: next.startDate,
  endDate: next.endDate,
  offerStartDate: next.offerStartDate,
  sale: next.sale,
  joins,
  insteadOf: next.insteadOf && {
    ...textsIn({ name: next.insteadOf.nameTexts }, language),
    minAge: next.insteadOf.minAge,
    maxAge: next.insteadOf.maxAge,
  },
  parts: presentParts(priceMembership(next), next.currency),
})

const wireStatus = { held: 'inactive', active: 'active', released: 'inactive', cancelled: 'cancelled' } as const

function presentTerm(term: MembershipWithTerms['terms'][number], enabled: boolean, viewer: Viewer): Term {
  const paid = viewer.paidTerms.get(term.id)
  return {
    id: term.id,
    membershipId: term.membershipId,
    memberId: term.memberId,
    membershipConfId: term.configurationId,
    ...textsIn({ configurationName: term.nameTexts }, viewer.language),
    membershipFor: term.membershipFor,
    startDate: term.startDate,
    endDate: term.endDate,
    enabled: enabled && term.status === 'active',
    gdprAgreement: term.gdprAgreement,
    // One that was over by then ended as planned.
    gaveWay:
      term.plannedEndDate === null || term.plannedEndDate === term.endDate
        ? null
        : {
            ...textsIn({ to: term.gaveWayTo?.nameTexts ?? { da: '' } }, viewer.language),
            plannedEndDate: term.plannedEndDate,
          },
    status: wireStatus[term.status],
    statusChangeDate: term.statusChangeDate.toISOString(),
    referenceKey: term.referenceKey ?? (paid?.buyerId === viewer.readerId ? paid.orderNumber : null),
    wpEntryId: null,
    wpFormId: null,
    hasReceipt: term.orderId !== null && viewer.withReceipt.has(term.orderId),
    payment: presentPayment(paid, term.memberId, viewer.readerId),
  }
}

/**
 * The payer's name is shown to the person and their guardian, or if the payer is one of them; another reader may not
 * know the payer.
 */
function presentPayment(paid: PaidTerm | undefined, holderId: string, readerId: string): TermPayment | null {
  if (!paid) return null
  const money = (minor: number) => ({ minor, currency: paid.currency })
  const theirs = [holderId, paid.guardianId]
  const known = paid.buyerId === readerId || theirs.includes(paid.buyerId) || theirs.includes(readerId)
  return {
    total: money(paid.total),
    refunded: money(paid.refunded),
    own: paid.buyerId === readerId,
    payerName: known ? paid.buyerName : null,
    testMode: paid.testMode,
  }
}
