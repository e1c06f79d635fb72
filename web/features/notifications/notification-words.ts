import {
  IconBell,
  IconMessage,
  IconMessageReply,
  IconReceipt,
  IconRefresh,
  IconShoppingCart,
  IconTicket,
  IconUsers,
  type Icon,
} from '#web/ui/icons/index.ts'
import { type Notification, type NotificationType, renewalPage } from '#contract/notifications/notifications.ts'
import { Id } from '#contract/values.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

interface TypeWords {
  readonly icon: Icon
  readonly tone: 'fjord' | 'teal' | 'coral' | 'gray'
  /** The subject, in a word. */
  readonly kind: () => string
  /** The link. Fields of `data` that a newer server adds are ignored. */
  readonly action: (data: Notification['data']) => { readonly to: string; readonly label: string }
}

const idIn = (data: Notification['data'], name: string): string | undefined => {
  const id = Id.safeParse(data[name])
  return id.success ? id.data : undefined
}

/** A club's key. */
const keyIn = (data: Notification['data'], name: string): string | undefined => {
  const key = data[name]
  return typeof key === 'string' && /^[A-Z0-9ÆØÅ][A-Z0-9ÆØÅ_-]{0,19}$/.test(key) ? key : undefined
}

/** A basket that a club offers. */
const linesIn = ({ lines }: Notification['data']): string | undefined =>
  typeof lines === 'string' && /^[0-9a-f.~-]{73,1200}$/.test(lines) ? lines : undefined

const types: Record<NotificationType, TypeWords> = {
  FAMILY_LINK_REQUEST: {
    icon: IconUsers,
    tone: 'fjord',
    kind: m.notification_kind_family,
    // A status means that the request was answered.
    action: ({ status }) => ({
      to: paths.family(),
      label: status === undefined ? m.notification_action_family() : m.notification_action_see_family(),
    }),
  },
  MEMBERSHIP_RENEW: {
    icon: IconRefresh,
    tone: 'coral',
    kind: m.notification_kind_membership,
    action: (data) => {
      const orgId = idIn(data, 'orgId')
      const page = renewalPage(data)
      if (page === 'memberships') return { to: paths.memberships(), label: m.notification_action_memberships() }
      const lines = linesIn(data)
      if (lines) return { to: paths.newMembership({ lines }), label: m.mail_offered_button() }
      if (page === 'join') return { to: paths.newMembership(orgId ? { orgId } : {}), label: m.dashboard_join_action() }
      return {
        to: paths.newMembership({ ...(orgId && { orgId }), renews: 'true' }),
        label: m.notification_action_renew(),
      }
    },
  },
  ORDER_READY: {
    icon: IconShoppingCart,
    tone: 'coral',
    kind: m.notification_kind_order,
    // A status means that the order is no longer waiting for its buyer.
    action: (data) => {
      const { status, free } = data
      // Of a waiting list.
      const [orgKey, eventId] = [keyIn(data, 'orgKey'), idIn(data, 'eventId')]
      const event = orgKey && eventId ? paths.event(orgKey, eventId) : null
      if (status !== undefined)
        return event
          ? { to: event, label: m.waiting_see_event() }
          : { to: paths.memberships(), label: m.notification_action_memberships() }
      return {
        to: event ?? paths.memberships(),
        label: free === true ? m.notification_action_accept() : m.notification_action_pay(),
      }
    },
  },
  PAYMENT_RECEIVED: {
    icon: IconReceipt,
    tone: 'teal',
    kind: m.notification_kind_payment,
    action: (data) => {
      const termId = idIn(data, 'termId')
      if (idIn(data, 'eventId')) return { to: paths.tickets(), label: m.notification_action_tickets() }
      return termId
        ? { to: paths.membershipReceipt(termId), label: m.notification_action_receipt() }
        : { to: paths.memberships(), label: m.notification_action_memberships() }
    },
  },
  EVENT_REGISTRATION: {
    icon: IconTicket,
    tone: 'fjord',
    kind: m.notification_kind_event,
    action: (data) => {
      const [orgKey, eventId, entryId] = [keyIn(data, 'orgKey'), idIn(data, 'eventId'), idIn(data, 'entryId')]
      if (!orgKey || !eventId) return { to: paths.tickets(), label: m.notification_action_tickets() }
      // Whoever waits has no ticket.
      if (data['waits'] === true) return { to: paths.event(orgKey, eventId), label: m.waiting_see_event() }
      return entryId
        ? { to: paths.ticket(orgKey, eventId, entryId), label: m.notification_action_ticket() }
        : { to: paths.ticketsOf(orgKey, eventId), label: m.notification_action_tickets() }
    },
  },
  CONTACT_US: {
    icon: IconMessage,
    tone: 'gray',
    kind: m.notification_kind_message,
    // Sent to a club's office.
    action: (data) => {
      // Sent to a person, of changes that a club suggests.
      if (idIn(data, 'suggestionId')) return { to: paths.suggestions(), label: m.notification_action_suggestion() }
      // Of a club to many.
      if (idIn(data, 'clubMessageId')) {
        const club = idIn(data, 'orgId')
        return { to: paths.contactUs(club ? { orgId: club } : {}), label: m.notification_action_reply_club() }
      }
      // All that two people had is with one of them now.
      if (idIn(data, 'mergeId')) return { to: paths.memberships(), label: m.notification_action_memberships() }
      const [merge, duplicatesOf] = [idIn(data, 'mergeRequestId'), keyIn(data, 'duplicatesOf')]
      if (merge) return { to: paths.mergeRequest(merge), label: m.notification_action_merge() }
      if (duplicatesOf) return { to: paths.duplicates(duplicatesOf), label: m.notification_action_duplicates() }
      const [orgId, thread] = [keyIn(data, 'org'), idIn(data, 'threadId')]
      const to = orgId && thread ? paths.inbox(orgId, { thread }) : paths.contactUs()
      return { to, label: m.notification_action_message() }
    },
  },
  CONTACT_US_REPLY: {
    icon: IconMessageReply,
    tone: 'fjord',
    kind: m.notification_kind_reply,
    action: (data) => {
      const thread = idIn(data, 'threadId')
      return { to: paths.contactUs(thread ? { thread } : {}), label: m.notification_action_reply() }
    },
  },
}

export interface NotificationWords extends Pick<TypeWords, 'icon' | 'tone'> {
  readonly kind: string
  readonly action: { readonly to: string; readonly label: string }
  /** Since when there is nothing to do; null for what never asked for anything, such as a receipt. */
  readonly closed: string | null
}

/** For types that a newer server has added. */
const unknown: TypeWords = {
  icon: IconBell,
  tone: 'gray',
  kind: m.notification_kind_message,
  action: () => ({ to: paths.notifications(), label: m.bell_see_all() }),
}

type Worded = Pick<Notification, 'type' | 'data'> & Partial<Pick<Notification, 'settledAt'>>

/** A notification's icon, colour, label and link. */
export function notificationWords({ type, data, settledAt }: Worded): NotificationWords {
  const { icon, tone, kind, action } = type in types ? types[type] : unknown
  const closed =
    settledAt && type !== 'PAYMENT_RECEIVED' ? m.notification_settled({ date: formatDate(settledAt) }) : null
  const isOver = closed && type === 'MEMBERSHIP_RENEW'
  return {
    icon,
    tone,
    kind: kind(),
    action: isOver ? { to: paths.memberships(), label: m.notification_action_memberships() } : action(data),
    closed,
  }
}
