import type { Attachment } from '#contract/conversation-parts.ts'
import { draftsByPlace } from '#web/api/drafts.ts'
import { messagesKey } from '#web/api/local-storage.ts'
import { newToken } from '#web/api/client.ts'

/** A message on its way: a reload and a sign-in find it again, and a member another tab and another day, too. */
export interface MessageDraft {
  /** Whose it is; null: of somebody who is not signed in. */
  memberId: string | null
  /** What was typed, by field; the message itself is `text`. */
  values: Record<string, string>
  /** Files that the server has already. */
  files: Attachment[]
  /** What was sent last, and the token it was sent with. */
  sent: { content: string; token: string } | null
  /** Milliseconds since 1970. */
  keptAt: number
}

export type DraftChange = Partial<Pick<MessageDraft, 'values' | 'files' | 'sent'>>

const isText = (value: unknown) => typeof value === 'string'

/** Whether a draft is one of this version: what lies in a browser may have been written by another, or by hand. */
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

export const { text: keptMessages, watch: watchMessages } = drafts

/**
 * What this person has typed for a place. Whoever signs in takes over what they typed before, but for the files, which
 * belong to whoever uploaded them.
 * @param place such as `new` or `thread:{id}`
 * @param memberId null: nobody is signed in
 * @param kept what `keptMessages` told
 */
export function openMessage(
  place: string,
  memberId: string | null,
  now = Date.now(),
  kept = keptMessages(),
): MessageDraft {
  const draft = drafts.load(place, memberId, now, kept)
  if (draft?.memberId === memberId) return draft
  return { memberId, values: draft?.values ?? {}, files: [], sent: null, keptAt: draft?.keptAt ?? 0 }
}

/** Keeps a change of the draft. */
export const saveMessage = (place: string, memberId: string | null, change: DraftChange, now = Date.now()): void =>
  drafts.save(place, { ...openMessage(place, memberId, now), ...change, keptAt: now })

/** What was sent is forgotten; what came while it was sent stays. @param stays values that the next one begins with */
export function settleMessage(
  place: string,
  memberId: string | null,
  sent: Pick<MessageDraft, 'values' | 'files'>,
  stays: Record<string, string> = {},
): void {
  const now = openMessage(place, memberId)
  const came = Object.entries(now.values).map(([name, value]) => [name, withoutSent(value, sent.values[name] ?? '')])
  const values = { ...Object.fromEntries(came.filter(([, value]) => value !== '')), ...stays }
  const files = now.files.filter(({ id }) => !sent.files.some((file) => file.id === id))
  if (Object.keys(values).length === 0 && files.length === 0) drafts.clear(place, memberId)
  else drafts.save(place, { memberId, values, files, sent: null, keptAt: Date.now() })
}

/** What was typed on stays by itself; what was changed stays whole. */
function withoutSent(value: string, sent: string): string {
  if (value === sent) return ''
  return sent !== '' && value.startsWith(sent) ? value.slice(sent.length).trimStart() : value
}

/** The token of what is about to be sent: the same content gets the same one, in every tab, so that it is written once. */
export function tokenOf(place: string, memberId: string | null, content: unknown): string {
  const text = JSON.stringify(content)
  const { sent } = openMessage(place, memberId)
  if (sent?.content === text) return sent.token
  const token = newToken()
  saveMessage(place, memberId, { sent: { content: text, token } })
  return token
}
