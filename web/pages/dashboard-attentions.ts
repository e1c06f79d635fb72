import { IconId, IconMapPin, IconRefresh } from '@tabler/icons-react'
import { attentionKind, type Attending } from '#web/features/memberships/summary.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/attention-list.tsx'
import { m } from '#words/messages.js'

interface Known extends Attending {
  readonly missing: number
  /** Clubs with an order that waits for its payment: it asks by itself. */
  readonly waiting: ReadonlySet<string>
}

/** What the member should see to, the most pressing first: without an address nothing can be bought. */
export function attentionsOf({ memberships, clubs, missing, waiting }: Known): Attention[] {
  const nameOf = (orgId: string) => clubs.find(({ id }) => id === orgId)?.name ?? ''
  const profile = missing > 0 && {
    icon: IconMapPin,
    title: m.dashboard_address_title(),
    text: m.dashboard_address_text(),
    action: m.dashboard_address_action(),
    to: paths.editProfile(),
  }
  const each = memberships.flatMap((membership): Attention[] => {
    const kind = attentionKind(membership)
    if (!kind || waiting.has(membership.orgId)) return []
    const club = nameOf(membership.orgId)
    const to = paths.newMembership({ orgId: membership.orgId })
    const action = m.dashboard_renew_action()
    if (kind === 'renew') {
      return [
        { icon: IconRefresh, title: m.dashboard_renew_title({ club }), text: m.dashboard_renew_text(), action, to },
      ]
    }
    return [{ icon: IconRefresh, title: m.dashboard_ended_title({ club }), text: m.dashboard_ended_text(), action, to }]
  })
  const none = !memberships.some(({ status }) => status === 'active' || status === 'grace') && {
    icon: IconId,
    title: m.dashboard_none_title(),
    text: m.dashboard_none_text(),
    action: m.dashboard_none_action(),
    to: paths.newMembership(),
  }
  return [profile, ...each, each.length + waiting.size === 0 && none].filter(
    (item): item is Attention => item !== false,
  )
}
