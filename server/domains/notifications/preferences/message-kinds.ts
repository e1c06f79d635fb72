import type { MessageChannel, MessageKind } from '#contract/notifications/messages.ts'

/** The kind of each message, which receivers can switch off; the same on every channel. */
export const kindOf = {
  welcome: 'account',
  claim: 'account',
  invited: 'account',
  'order-paid': 'payments',
  'tickets-paid': 'payments',
  'given-back': 'payments',
  invoice: 'payments',
  'merchant-changed': 'payments',
  'membership-renew': 'memberships',
  'membership-offered': 'memberships',
  'renewal-announced': 'payments',
  'renewal-card-expires': 'payments',
  'renewal-outgrown': 'payments',
  'renewal-failed': 'payments',
  'renewal-ended': 'payments',
  'family-invited': 'family',
  'family-linked': 'family',
  'family-ended': 'family',
  'bought-for': 'family',
  'contact-asked': 'contact',
  'contact-many': 'contact',
  'contact-answered': 'contact',
  'contact-answered-visitor': 'contact',
  'answer-not-sent': 'account',
  'club-left': 'account',
  'change-suggested': 'account',
  'merge-asked': 'account',
  'office-invited': 'account',
  'office-access': 'account',
  'go-live-asked': 'account',
  'went-live': 'account',
  'season-missing': 'account',
  'season-grown': 'memberships',
  'club-message': 'events',
  'member-message': 'memberships',
  'answers-due': 'events',
  'event-cancelled': 'payments',
  'event-moved': 'payments',
  'waiting-offer': 'payments',
  'waiting-ended': 'payments',
  'event-cancel-waiting': 'account',
  'event-cancel-declined': 'account',
  'event-cancel-report': 'account',
} as const satisfies Record<string, MessageKind>

/** `always`: required. `unless refused`: opt-out. `if asked for`: opt-in. */
type Rule = 'always' | 'unless refused' | 'if asked for'

const rules: Readonly<Record<MessageKind, Partial<Record<MessageChannel, Rule>>>> = {
  account: { mail: 'always' },
  payments: { mail: 'always', whatsapp: 'if asked for' },
  memberships: { mail: 'unless refused' },
  events: { mail: 'unless refused' },
  family: { mail: 'unless refused', whatsapp: 'if asked for' },
  contact: { mail: 'unless refused', whatsapp: 'if asked for' },
}

export interface MessageSlot {
  readonly kind: MessageKind
  readonly channel: MessageChannel
}

/** Every kind with each channel it can use. */
export const messageSlots: readonly MessageSlot[] = (Object.keys(rules) as MessageKind[]).flatMap((kind) =>
  (Object.keys(rules[kind]) as MessageChannel[]).map((channel) => ({ kind, channel })),
)

/** Whether it is sent whatever its receiver has chosen. */
export const isRequired = ({ kind, channel }: MessageSlot): boolean => rules[kind][channel] === 'always'

/** @param chosen the receiver's choice; undefined: none */
export function isEnabled({ kind, channel }: MessageSlot, chosen: boolean | undefined): boolean {
  const rule = rules[kind][channel]
  if (rule === 'always') return true
  return rule !== undefined && (chosen ?? rule === 'unless refused')
}
