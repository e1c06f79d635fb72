import type { MessageChannel, MessageKind } from '#contract/notifications/messages.ts'
import { m } from '#words/messages.js'

const kinds: Record<MessageKind, { name: () => string; text: () => string }> = {
  account: { name: m.messages_kind_account, text: m.messages_kind_account_text },
  payments: { name: m.messages_kind_payments, text: m.messages_kind_payments_text },
  memberships: { name: m.messages_kind_memberships, text: m.messages_kind_memberships_text },
  events: { name: m.messages_kind_events, text: m.messages_kind_events_text },
  family: { name: m.messages_kind_family, text: m.messages_kind_family_text },
  contact: { name: m.messages_kind_contact, text: m.messages_kind_contact_text },
}

const channels: Record<MessageChannel, () => string> = {
  mail: m.messages_channel_mail,
  whatsapp: m.messages_channel_whatsapp,
}

export const kindName = (kind: MessageKind): string => kinds[kind].name()

/** `kindName` for use inside a sentence. */
export const kindInSentence = (kind: MessageKind): string => {
  const name = kindName(kind)
  return name.charAt(0).toLocaleLowerCase() + name.slice(1)
}

const reasons: Partial<Record<MessageKind, () => string>> = {
  account: m.messages_always_account,
  payments: m.messages_always_payments,
}

/** Why messages of a kind cannot be turned off. */
export const requiredReason = (kind: MessageKind): string => (reasons[kind] ?? m.messages_always_other)()

export const kindText = (kind: MessageKind): string => kinds[kind].text()
export const channelName = (channel: MessageChannel): string => channels[channel]()
