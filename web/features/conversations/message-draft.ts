import type { Attachment } from '#contract/conversations/parts.ts'
import { draftsByPlace } from '#web/forms/drafts.ts'
import { messagesKey } from '#web/api/local-storage.ts'
import { newToken } from '#web/api/client.ts'

/** An unsent message. It survives reloads and signing in; a member's is also shared between tabs and visits. */
export interface MessageDraft {
  /** The owner; null when signed out. */
  memberId: string | null
  /** Input by field; the message itself is `text`. */
  values: Record<string, string>
  /** Already uploaded. */
  files: Attachment[]
  /** The last attempt to send, with its token. */
  sent: { content: string; token: string } | null
  /** Epoch milliseconds. */
  keptAt: number
}

export type DraftChange = Partial<Pick<MessageDraft, 'values' | 'files' | 'sent'>>

const isText = (value: unknown) => typeof value === 'string'

/** Stored drafts may be from another version or edited by hand. */
function isDraft(value: unknown): value is MessageDraft {
  const { memberId, values, files, sent, keptAt } = (value ?? {}) as Partial<MessageDraft>
  return (
    (memberId === null || isText(memberId)) &&
    typeof values === 'object' &&
    Object.values(values ?? {}).every(isText) &&
    Array.isArray(files) &&
    files.every((file: Partial<Attachment> | null) => isText(file?.id) && isText(file?.name)) &&
    (sent === null || (isText(sent?.content) && isText(sent?.token))) &&
    typeof keptAt === 'number'
  )
}

const drafts = draftsByPlace(messagesKey, isDraft)

export const { text: storedMessages, watch: watchMessages } = drafts

/**
 * The user's draft for a place. Signing in takes over what was typed while signed out, except files, which belong to
 * their uploader.
 * @param place such as `new` or `thread:{id}`
 * @param memberId null when signed out
 */
export function openMessage(
  place: string,
  memberId: string | null,
  now = Date.now(),
  stored = storedMessages(),
): MessageDraft {
  const draft = drafts.load(place, memberId, now, stored)
  if (draft?.memberId === memberId) return draft
  return { memberId, values: draft?.values ?? {}, files: [], sent: null, keptAt: draft?.keptAt ?? 0 }
}

export const saveMessage = (place: string, memberId: string | null, change: DraftChange, now = Date.now()): void =>
  drafts.save(place, { ...openMessage(place, memberId, now), ...change, keptAt: now })

/**
 * Removes sent content from the draft; newer input stays.
 * @param carryOver initial values of the next message
 */
export function settleMessage(
  place: string,
  memberId: string | null,
  sent: Pick<MessageDraft, 'values' | 'files'>,
  carryOver: Record<string, string> = {},
): void {
  const now = openMessage(place, memberId)
  const came = Object.entries(now.values).map(([name, value]) => [name, withoutSent(value, sent.values[name] ?? '')])
  const values = { ...Object.fromEntries(came.filter(([, value]) => value !== '')), ...carryOver }
  const files = now.files.filter(({ id }) => !sent.files.some((file) => file.id === id))
  if (Object.keys(values).length === 0 && files.length === 0) drafts.clear(place, memberId)
  else drafts.save(place, { memberId, values, files, sent: null, keptAt: Date.now() })
}

/** Puts a message that was not sent back into the draft, before what has been typed since. */
export function returnToDraft(
  place: string,
  memberId: string | null,
  { text, attachments }: { readonly text: string; readonly attachments: readonly Attachment[] },
): void {
  const { values, files } = openMessage(place, memberId)
  const typed = values['text'] ?? ''
  const whole = typed.startsWith(text) ? typed : [text, typed].filter((part) => part.trim() !== '').join('\n\n')
  const came = attachments.filter(({ id }) => !files.some((file) => file.id === id))
  saveMessage(place, memberId, { values: { ...values, text: whole }, files: [...came, ...files], sent: null })
}

/** Removes sent text that was added to; text that was edited stays whole. */
function withoutSent(value: string, sent: string): string {
  if (value === sent) return ''
  return sent !== '' && value.startsWith(sent) ? value.slice(sent.length).trimStart() : value
}

/** Idempotency token: the same content gets the same token in every tab, so it is sent once. */
export function tokenOf(place: string, memberId: string | null, content: unknown): string {
  const text = JSON.stringify(content)
  const { sent } = openMessage(place, memberId)
  if (sent?.content === text) return sent.token
  const token = newToken()
  saveMessage(place, memberId, { sent: { content: text, token } })
  return token
}
