import type { OrderState } from '#contract/orders.ts'
import { formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

type Paid = Pick<NonNullable<OrderState['own']>, 'lines' | 'joining' | 'total' | 'orgName'>

/** What a paid order brought: whoever joins is welcomed, whoever renews has the new season, and places are theirs. */
export function paidWords(own: Paid | null): string {
  if (!own) return m.confirm_paid_other()
  const seasons = own.lines.filter(({ kind }) => kind === 'membership')
  const free = own.total.minor === 0
  const places = free ? m.confirm_registered_free() : m.confirm_registered()
  if (seasons.length === 0) return places
  const receipt = free ? m.confirm_free() : m.confirm_paid()
  return `${membershipWords(own, seasons)} ${seasons.length < own.lines.length ? places : receipt}`
}

function membershipWords({ joining, orgName: club }: Paid, seasons: Paid['lines']): string {
  if (joining.length === 0) return m.confirm_renewed({ club })
  const all = seasons.every(({ memberName }) => joining.includes(memberName))
  return all ? m.confirm_joined({ club }) : m.confirm_joined_some({ club, names: formatList(joining) })
}
