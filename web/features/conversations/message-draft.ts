import type { Attachment } from '#contract/conversation-parts.ts'
import { messagesKey } from '#web/api/kept/kept-draft.ts'
import { newToken } from '#web/api/new-token.ts'

/** A message on its way, kept in this browser: a reload, a sign-in, another tab or another day finds it again. */
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

const lifetime = 7 * 24 * 60 * 60 * 1000

const empty = (memberId: string | null): MessageDraft => ({ memberId, values: {}, files: [], sent: null, keptAt: 0 })

/** Stands in where the browser refuses storage: only a reload forgets. */
let memory: string | null = null

const listeners = new Set<() => void>()

/** Hears of every change of what is kept, by this tab or another. @returns stops it */
export function watchMessages(listener: () => void): () => void {
  // Without a key: all is forgotten.
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === messagesKey || key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', elsewhere)
  }
}

/** All that is kept, as one text: the same as long as nothing changes. */
export function keptMessages(): string {
  try {
    return memory ?? localStorage.getItem(messagesKey) ?? '{}'
  } catch {
    return '{}'
  }
}

function readAll(text = keptMessages()): Record<string, MessageDraft> {
  try {
    const kept = JSON.parse(text) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, MessageDraft] => isDraft(entry[1])),
    )
  } catch {
    return {}
  }
}

function writeAll(drafts: Record<string, MessageDraft>, now: number) {
  const fresh = Object.entries(drafts).filter(([, { keptAt }]) => now - keptAt < lifetime)
  const text = JSON.stringify(Object.fromEntries(fresh))
  try {
    localStorage.setItem(messagesKey, text)
    memory = null
  } catch {
    memory = text
  }
  for (const listener of listeners) listener()
}

/**
 * What this person has typed for a place. Whoever signs in takes over what they typed before, but for the files, which
 * belong to whoever uploaded them; another's is not shown.
 * @param place such as `new` or `thread:{id}`
 * @param memberId null: nobody is signed in
 */
export function openMessage(place: string, memberId: string | null, now = Date.now()): MessageDraft {
  return openIn(keptMessages(), place, memberId, now)
}

/** The same of a text that `keptMessages` told. */
export function openIn(text: string, place: string, memberId: string | null, now = Date.now()): MessageDraft {
  const kept = readAll(text)[place]
  if (!kept || now - kept.keptAt >= lifetime) return empty(memberId)
  if (kept.memberId === memberId) return kept
  return kept.memberId === null ? { ...kept, memberId, files: [], sent: null } : empty(memberId)
}

/** Keeps a change of the draft; what another person left here for the place is forgotten. */
export function keepMessage(place: string, memberId: string | null, change: DraftChange, now = Date.now()): void {
  writeAll({ ...readAll(), [place]: { ...openMessage(place, memberId, now), ...change, keptAt: now } }, now)
}

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
  const { [place]: _, ...others } = readAll()
  const isEmpty = Object.keys(values).length === 0 && files.length === 0
  const at = Date.now()
  writeAll(isEmpty ? others : { ...others, [place]: { memberId, values, files, sent: null, keptAt: at } }, at)
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
  keepMessage(place, memberId, { sent: { content: text, token } })
  return token
}
