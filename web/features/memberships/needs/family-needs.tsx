import { IconCalendarDollar, IconCreditCardOff, IconId, IconMapPin, IconRefresh } from '@tabler/icons-react'
import type { Membership } from '#contract/memberships.ts'
import { config } from '#web/api/config.ts'
import { paths } from '#web/paths.ts'
import { type Attention, AttentionList } from '#web/ui/cards/attention-list.tsx'
import { formatDate, formatList, formatMoney, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { mayBuyFor, type Person, useFamily } from '../people.ts'
import { type Renewal, renewalsOf, renewPath, totalText } from '../renewals/renewals.ts'
import { awaitsPayment, hasEnded, holdsMembership } from '../summary.ts'

/** What the front page knows when it says what to see to. */
export interface Known {
  /** The reader first; or alone, for whom the reader acts. */
  readonly people: readonly Person[]
  /** By person. */
  readonly held: ReadonlyMap<string, readonly Membership[]>
  readonly clubs: readonly { readonly id: string; readonly name: string }[]
  /** Lines of the reader's profile without which nothing can be bought. */
  readonly missing: number
  /** Tokens of orders that wait for their payment: they ask by themselves. */
  readonly waiting: ReadonlySet<string>
}

/**
 * What the member should see to, the most pressing first: without an address nothing can be bought; a card that failed;
 * who can be renewed in each club, all of them at once; what is about to be charged.
 */
export function attentionsOf(known: Known): Attention[] {
  const { people, held, missing } = known
  const [first] = people
  const own = held.get(first?.member.id ?? '') ?? []
  const theirs = people.filter(mayBuyFor).flatMap(({ member }) => held.get(member.id) ?? [])
  const renewals = renewalsOf(theirs)
  const asked = new Set(renewals.filter(({ memberId }) => memberId === people[0]?.member.id).map(({ orgId }) => orgId))
  const each = [
    ...failing(theirs, known),
    ...[...Map.groupBy(renewals, ({ orgId }) => orgId).values()].map((those) => renewal(those, theirs, known)),
    ...own.flatMap((membership) =>
      asked.has(membership.orgId) || membership.renewal || awaitsPayment(membership) ? [] : ended(membership, known),
    ),
    ...announced(theirs, known),
  ]
  const profile = missing > 0 ? [address()] : []
  const some = own.some((membership) => holdsMembership(membership) || awaitsPayment(membership))
  const none = each.length === 0 && !some && first?.self ? [noMembership()] : []
  return [...profile, ...each, ...none]
}

const clubName = (orgId: string, { clubs }: Known) => clubs.find(({ id }) => id === orgId)?.name ?? ''

/** Their names, once each, in the order of the family; the reader is spoken to. */
const namesOf = (memberIds: readonly string[], { people }: Known) =>
  formatList(
    people
      .filter(({ member }) => memberIds.includes(member.id))
      .map(({ short, self }) => (self ? m.dashboard_you() : short)),
  )

/** One order that its card did not pay, for all whom it renews. */
function failing(memberships: readonly Membership[], known: Known): Attention[] {
  const orders = Map.groupBy(
    memberships.filter(
      ({ renewal: plan }) =>
        plan?.state === 'failing' && plan.orderToken !== null && !known.waiting.has(plan.orderToken),
    ),
    ({ renewal: plan }) => plan?.orderToken ?? '',
  )
  return [...orders].map(([token, those]) => ({
    icon: IconCreditCardOff,
    title: m.dashboard_failing_title({ club: clubName(those[0]!.orgId, known) }),
    text: m.dashboard_failing_text({
      names: namesOf(
        those.map(({ memberId }) => memberId),
        known,
      ),
    }),
    action: m.dashboard_failing_action(),
    to: paths.membershipDecline({ [`${config.productKey}token`]: token }),
  }))
}

/** Everybody who can go on in one club, in one basket; who is in their days of grace is said first. */
function renewal(those: readonly Renewal[], memberships: readonly Membership[], known: Known): Attention {
  const { orgId } = those[0]!
  const club = clubName(orgId, known)
  const ids = those.map(({ memberId }) => memberId)
  const grace = memberships.filter(
    (one) => one.orgId === orgId && one.status === 'grace' && one.statusUntil && ids.includes(one.memberId),
  )
  const until = grace.map(({ statusUntil }) => statusUntil!).toSorted()[0]
  const total = totalText(those)
  const justMe = known.people.every(({ self, member }) => self || !ids.includes(member.id))
  return {
    icon: IconRefresh,
    title: justMe
      ? m.dashboard_renew_title({ club })
      : m.dashboard_renew_family_title({ club, names: namesOf(ids, known) }),
    text: until
      ? m.dashboard_grace_text({
          names: namesOf(
            grace.map(({ memberId }) => memberId),
            known,
          ),
          date: formatDate(until),
          total,
        })
      : m.dashboard_renew_total({ total }),
    action: m.dashboard_renew_action(),
    to: renewPath(those),
  }
}

/** A membership that has run out, and has no next season of its kind to buy. */
function ended(membership: Membership, known: Known): Attention[] {
  if (!hasEnded(membership, today())) return []
  const club = clubName(membership.orgId, known)
  const other = known.people.find(({ self, member }) => !self && member.id === membership.memberId)
  return [
    {
      icon: IconRefresh,
      title: other ? m.dashboard_ended_for_title({ club, name: other.short }) : m.dashboard_ended_title({ club }),
      text: m.dashboard_ended_text(),
      action: m.dashboard_renew_action(),
      to: paths.newMembership({ orgId: membership.orgId, ...(other && { memberId: other.member.id }) }),
    },
  ]
}

/** What the reader's own card is about to pay, by club and day. */
function announced(memberships: readonly Membership[], known: Known): Attention[] {
  const due = memberships.flatMap(({ orgId, memberId, renewal: plan }) =>
    plan?.state === 'announced' && plan.card && plan.chargeDate && plan.amount
      ? [
          {
            orgId,
            memberId,
            card: plan.card,
            day: plan.chargeDate,
            amount: plan.amount,
          },
        ]
      : [],
  )
  return [...Map.groupBy(due, ({ orgId, day }) => `${orgId} ${day}`).values()].map((those) => {
    const { orgId, day, card } = those[0]!
    const minor = those.reduce((sum, { amount }) => sum + amount.minor, 0)
    return {
      icon: IconCalendarDollar,
      title: m.dashboard_announced_title({ club: clubName(orgId, known), date: formatDate(day) }),
      text: m.dashboard_announced_text({
        names: namesOf(
          those.map(({ memberId }) => memberId),
          known,
        ),
        amount: formatMoney({ ...those[0]!.amount, minor }),
        card: card.label,
      }),
      action: m.dashboard_see_memberships(),
      to: paths.memberships(),
    }
  })
}

const address = (): Attention => ({
  icon: IconMapPin,
  title: m.dashboard_address_title(),
  text: m.dashboard_address_text(),
  action: m.dashboard_address_action(),
  to: paths.editProfile(),
})

const noMembership = (): Attention => ({
  icon: IconId,
  title: m.dashboard_none_title(),
  text: m.dashboard_none_text(),
  action: m.dashboard_none_action(),
  to: paths.newMembership(),
})

interface NeedsProps extends Pick<Known, 'clubs' | 'missing' | 'waiting'> {
  /** What waits besides memberships, and before them. */
  readonly first: readonly Attention[]
}

/** What waits for the reader and their family, or for whom the reader acts. */
export function FamilyNeeds({ first, ...known }: NeedsProps) {
  const { people, held } = useFamily()
  const memberships = held.data ? attentionsOf({ ...known, people, held: held.data }) : []
  const attentions = [...first, ...memberships]
  return attentions.length > 0 ? <AttentionList title={m.dashboard_needs_you()} items={attentions} /> : null
}
