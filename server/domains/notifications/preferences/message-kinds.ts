import type { MessageChannel, MessageKind } from '#contract/messages.ts'

/** What each message is about, as its receiver chooses; the same by whatever channel it comes. */
export const kindOf = {
  welcome: 'account',
  claim: 'account',
  'order-paid': 'payments',
  'tickets-paid': 'payments',
  'given-back': 'payments',
  'membership-renew': 'memberships',
  'renewal-announced': 'payments',
  'renewal-outgrown': 'payments',
  'renewal-failed': 'payments',
  'family-invited': 'family',
  'family-linked': 'family',
  'family-ended': 'family',
  'bought-for': 'family',
  'contact-asked': 'contact',
  'contact-many': 'contact',
  'contact-answered': 'contact',
  'contact-answered-visitor': 'contact',
} as const satisfies Record<string, MessageKind>

/** `always`: the portal has to send it. `unless refused`: until its receiver says no. `if asked for`: only after a yes. */
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

/** Every kind with each channel by which it can come. */
export const messageSlots: readonly MessageSlot[] = (Object.keys(rules) as MessageKind[]).flatMap((kind) =>
  (Object.keys(rules[kind]) as MessageChannel[]).map((channel) => ({ kind, channel })),
)

/** Whether the portal sends it whatever its receiver says. */
export const isRequired = ({ kind, channel }: MessageSlot): boolean => rules[kind][channel] === 'always'

/** @param chosen what the receiver said; undefined: nothing yet */
export function isWanted({ kind, channel }: MessageSlot, chosen: boolean | undefined): boolean {
  const rule = rules[kind][channel]
  if (rule === 'always') return true
  return rule !== undefined && (chosen ?? rule === 'unless refused')
}
