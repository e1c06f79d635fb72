import type { MessageChannel, MessageKind } from '#contract/notifications/messages.ts'

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
