import { IconCalendarDollar, IconCreditCardOff, IconRefresh } from '#web/ui/icons/index.ts'
import type { Membership, NextSeason } from '#contract/memberships/memberships.ts'
import { config } from '#web/api/config.ts'
import { paths } from '#web/paths.ts'
import { type Attention, AttentionList } from '#web/ui/cards/attention-list.tsx'
import { QuietLines } from '#web/ui/cards/quiet-lines.tsx'
import { formatDate, formatList, formatMoney, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { useDismissMemberships } from '../queries.ts'
import { mayBuyFor, paysFor, type Person, useFamily } from '../people.ts'
import { byDeadline, type DueRenewal, isDue, renewalsOf, renewPath, totalText } from '../renewals/renewals.ts'
import { awaitsPayment, hasEnded } from '../summary.ts'

/** Data that the dashboard has already loaded. */
export interface Known {
  /** The current user first, or only the member acted for. */
  readonly people: readonly Person[]
  /** By member id. */
  readonly held: ReadonlyMap<string, readonly Membership[]>
  readonly clubs: readonly { readonly id: string; readonly name: string }[]
  /** Tokens of unpaid orders, which the dashboard lists on their own. */
  readonly waiting: ReadonlySet<string>
}

/**
 * Open tasks of the member, most urgent first: failed cards, renewals by club and day, those that somebody else is expected to pay, and
 * upcoming charges.
 */
export function attentionsOf(known: Known): Attention[] {
  const { people, held } = known
  const own = held.get(people[0]?.member.id ?? '') ?? []
  const buyable = people.filter(mayBuyFor).flatMap(({ member }) => held.get(member.id) ?? [])
  const renewals = renewalsOf(buyable).filter(isDue)
  const payers = people.filter((person) => paysFor(people, person)).map(({ member }) => member.id)
  const mine = renewals.filter(({ memberId }) => payers.includes(memberId))
  const theirs = renewals.filter((one) => !mine.includes(one))
  const due = new Set(renewals.filter(({ memberId }) => memberId === people[0]?.member.id).map(({ orgId }) => orgId))
  return [
    ...failing(buyable, known),
    ...byDeadline(mine)
      .flatMap((group) => [...Map.groupBy(group, ({ orgId }) => orgId).values()])
      .map((group) => renewal(group, buyable, known)),
    ...own.flatMap((membership) =>
      membership.status !== 'grace' || due.has(membership.orgId) || membership.renewal || awaitsPayment(membership)
        ? []
        : ended(membership, known),
    ),
    ...byDeadline(theirs)
      .flat()
      .map((one) => theirRenewal(one, known)),
    ...announced(buyable, known),
  ]
}

const clubName = (orgId: string, { clubs }: Known) => clubs.find(({ id }) => id === orgId)?.name ?? ''

/** Names in the family's order, without duplicates. The current user is "you". */
const namesOf = (memberIds: readonly string[], { people }: Known) =>
  formatList(
    people
      .filter(({ member }) => memberIds.includes(member.id))
      .map(({ short, self }) => (self ? m.dashboard_you() : short)),
  )

/** One item per order whose card payment failed. */
function failing(memberships: readonly Membership[], known: Known): Attention[] {
  const orders = Map.groupBy(
    memberships.filter(
      ({ renewal: plan }) =>
        plan?.state === 'failing' && plan.orderToken !== null && !known.waiting.has(plan.orderToken),
    ),
    ({ renewal: plan }) => plan?.orderToken ?? '',
  )
  return [...orders].map(([token, group]) => ({
    icon: IconCreditCardOff,
    title: m.dashboard_failing_title({ club: clubName(group[0]!.orgId, known) }),
    text: failingText(
      namesOf(
        group.map(({ memberId }) => memberId),
        known,
      ),
      group.flatMap(({ renewal: plan }) => plan?.nextTry ?? []).toSorted()[0],
    ),
    action: m.dashboard_failing_action(),
    to: paths.membershipDecline({ [`${config.productKey}token`]: token }),
  }))
}

const failingText = (names: string, nextTry: string | undefined) =>
  nextTry ? m.dashboard_failing_until({ names, date: formatDate(nextTry) }) : m.dashboard_failing_text({ names })

/** One item per club and day, with a basket of these renewals. */
function renewal(group: readonly DueRenewal[], memberships: readonly Membership[], known: Known): Attention {
  const { orgId, next } = group[0]!
  const { joins } = next
  const club = clubName(orgId, known)
  const ids = group.map(({ memberId }) => memberId)
  const grace = memberships.filter(
    (one) => one.orgId === orgId && one.status === 'grace' && one.statusUntil && ids.includes(one.memberId),
  )
  const before = group[0]!.until
  const total = totalText(group)
  const justMe = known.people.every(({ self, member }) => self || !ids.includes(member.id))
  if (group.some(({ needsCard }) => needsCard))
    return {
      icon: IconCreditCardOff,
      title: m.dashboard_card_title({ club }),
      text: justMe ? m.dashboard_card_own({ total }) : m.dashboard_card_text({ names: namesOf(ids, known), total }),
      action: m.renewal_other_card(),
      to: renewPath(group),
    }
  return {
    icon: IconRefresh,
    title: joins
      ? justMe
        ? m.dashboard_join_title({ club })
        : m.dashboard_join_family_title({ club, names: namesOf(ids, known) })
      : justMe
        ? m.dashboard_renew_title({ club })
        : m.dashboard_renew_family_title({ club, names: namesOf(ids, known) }),
    text:
      grace.length > 0 && !joins
        ? m.dashboard_grace_text({
            names: namesOf(
              grace.map(({ memberId }) => memberId),
              known,
            ),
            date: formatDate(before),
            total,
          })
        : m.dashboard_renew_before({ date: formatDate(before), total }),
    action: joins ? m.dashboard_join_action() : m.dashboard_renew_action(),
    to: renewPath(group),
  }
}

/** A renewal that an adult of the family pays, for themselves or for their child, unless the reader wants to. */
function theirRenewal(one: DueRenewal, known: Known): Attention {
  const name = namesOf([one.memberId], known)
  const parent = known.people.find(({ member }) => member.id === one.memberId)?.member.parentId
  const payer = (parent && namesOf([parent], known)) || name
  const total = totalText([one])
  return {
    icon: IconRefresh,
    title: m.dashboard_renew_theirs_title({ name, club: clubName(one.orgId, known) }),
    text: one.next.joins
      ? m.dashboard_join_theirs({ payer, total })
      : m.dashboard_renew_theirs_before({ payer, date: formatDate(one.until), total }),
    action: one.next.joins ? m.dashboard_join_action() : m.dashboard_renew_action(),
    to: renewPath([one]),
  }
}

/** A membership in its days of grace, without a next season to buy. */
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

/** Upcoming charges of the user's saved cards, by club and day. */
function announced(memberships: readonly Membership[], known: Known): Attention[] {
  const due = memberships.flatMap(({ orgId, memberId, renewal: plan }) =>
    plan?.state === 'announced' && plan.card && !plan.cardExpires && plan.chargeDate && plan.amount
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
  return [...Map.groupBy(due, ({ orgId, day }) => `${orgId} ${day}`).values()].map((group) => {
    const { orgId, day, card } = group[0]!
    const minor = group.reduce((sum, { amount }) => sum + amount.minor, 0)
    return {
      icon: IconCalendarDollar,
      title: m.dashboard_announced_title({ club: clubName(orgId, known), date: formatDate(day) }),
      text: m.dashboard_announced_text({
        names: namesOf(
          group.map(({ memberId }) => memberId),
          known,
        ),
        amount: formatMoney({ ...group[0]!.amount, minor }),
        card: card.label,
      }),
      action: m.dashboard_see_memberships(),
      to: paths.memberships(),
    }
  })
}

export interface QuietOffer {
  readonly key: string
  readonly text: string
  readonly to: string
  readonly membershipIds: readonly string[]
}

/** The way back to each club once the days of grace are over, for those whom the reader pays for, until it is dismissed. */
export function quietOffersOf(known: Known): QuietOffer[] {
  const { people, held } = known
  const payers = people.filter((person) => mayBuyFor(person) && paysFor(people, person))
  const over = payers
    .flatMap(({ member }) => held.get(member.id) ?? [])
    .filter((one) => one.status === 'expired' && !one.dismissed && !one.renewal && !awaitsPayment(one))
  return [...Map.groupBy(over, ({ orgId }) => orgId)].map(([orgId, group]) => quietOffer(orgId, group, known))
}

function quietOffer(orgId: string, group: readonly Membership[], known: Known): QuietOffer {
  const club = clubName(orgId, known)
  const ids = group.map(({ memberId }) => memberId)
  const renewals = renewalsOf(group)
  const [first] = renewals
  const isReader = known.people.every(({ self, member }) => self || !ids.includes(member.id))
  const title = !isReader
    ? m.quiet_again_family({ club, names: namesOf(ids, known) })
    : first?.next.joins
      ? m.quiet_after_trial({ club })
      : m.quiet_again({ club })
  return {
    key: orgId,
    text: [title, ...(first ? [seasonText(first.next, totalText(renewals))] : [])].join(' '),
    to: first
      ? renewPath(renewals)
      : paths.newMembership({ orgId, ...(!isReader && ids.length === 1 && { memberId: ids[0]! }) }),
    membershipIds: group.map(({ id }) => id),
  }
}

/** A season is the next one until it begins. */
const seasonText = ({ startDate, endDate }: Pick<NextSeason, 'startDate' | 'endDate'>, total: string) =>
  startDate > today()
    ? m.quiet_season_next({ date: formatDate(startDate), total })
    : m.quiet_season_this({ date: formatDate(endDate), total })

/** Offers as lines with *Not now*. */
export function QuietOffers(known: Known) {
  const dismiss = useDismissMemberships()
  const offers = quietOffersOf(known)
  if (offers.length === 0) return null
  return (
    <QuietLines
      label={m.quiet_label()}
      lines={offers.map(({ membershipIds, ...line }) => ({
        ...line,
        action: m.quiet_again_action(),
        onDismiss: () => dismiss.mutate(membershipIds),
      }))}
    />
  )
}

/** Open tasks of the family, or of the member acted for. */
export function FamilyNeeds(known: Pick<Known, 'clubs' | 'waiting'>) {
  const { people, held } = useFamily()
  const items = held.data ? attentionsOf({ ...known, people, held: held.data }) : []
  return items.length > 0 ? <AttentionList title={m.dashboard_needs_you()} items={items} /> : null
}
