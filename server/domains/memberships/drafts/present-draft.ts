import { textsIn } from '#contract/local-text.ts'
import type { MembershipPayment, Term } from '#contract/memberships/memberships.ts'
import type { Language } from '#contract/values.ts'
import { amountText } from '#server/domains/orders/index.ts'
import type { Draft } from './draft-queries.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { earlierYear } from '../terms/membership-status.ts'

/** A draft as a season on the wire: inactive and without consent. */
export const presentDraft = ({ draft, membership, configuration }: Draft, language: Language): Term => ({
  id: draft.id,
  membershipId: membership.id,
  memberId: membership.memberId,
  membershipConfId: configuration.id,
  ...textsIn({ configurationName: configuration.nameTexts }, language),
  membershipFor: earlierYear(configuration),
  startDate: configuration.startDate,
  endDate: configuration.endDate,
  enabled: false,
  gdprAgreement: false,
  gaveWay: null,
  status: 'inactive',
  statusChangeDate: draft.createdAt.toISOString(),
  referenceKey: draft.referenceKey,
  wpEntryId: null,
  wpFormId: null,
  hasReceipt: false,
  payment: null,
})

/** Its payment before there is an order: the price of the season alone. */
export function presentDraftPayment(
  { draft, configuration }: Draft,
  paymentId: string,
  provider: string,
): MembershipPayment {
  const { total } = priceMembership(configuration)
  return {
    id: paymentId,
    membershipHistoryId: draft.id,
    billingName: draft.billingName,
    billingAddress: draft.billingAddress,
    billingEmail: draft.billingEmail,
    billingPhone: draft.billingPhone,
    totalMembers: 1,
    totalMembershipFee: amountText(total, configuration.currency),
    gdprAgreement: '',
    paymentMethod: provider,
    paymentStatus: 'init_mem',
    paySystem: 'member_web',
    payInitDevice: draft.initDevice,
    payCompDevice: '',
    paymentType: total > 0 ? 'card' : 'free',
    paymentTotal: total / 100,
    totalPaid: 0,
    paymentCreatedAt: draft.createdAt.toISOString(),
    paymentUpdatedAt: draft.updatedAt.toISOString(),
    referenceKey: draft.referenceKey,
    paymentIdentifier: null,
    authorizationIdentifier: null,
    savedCardIdentifier: null,
    gatewayreason: null,
    reason: null,
    acquirer: null,
  }
}
