import * as z from 'zod/mini'
import { Attachment } from '#contract/conversations/parts.ts'
import { newToken } from '#web/api/client.ts'
import { defineDraft, useDraft, WEEK } from '#web/forms/drafts.ts'

/** An unsent message. It survives reloads and signing in; a member's is also shared between tabs and visits. */
const MessageDraft = z.object({
  /** Input by field; the message itself is `text`. */
  values: z.record(z.string(), z.string()),
  /** Already uploaded. */
  files: z.array(Attachment),
  /** The last attempt to send, with its token. */
  sent: z.nullable(z.object({ content: z.string(), token: z.string() })),
})
export type MessageDraft = z.infer<typeof MessageDraft>

const empty: MessageDraft = { values: {}, files: [], sent: null }

const drafts = defineDraft({
  key: 'message-drafts',
  schema: MessageDraft,
  lifetime: WEEK,
  // Files belong to their uploader.
  takeOver: ({ values }) => ({ ...empty, values }),
})

/**
 * The user's draft for a place. Signing in takes over what was typed while signed out.
 * @param place such as `new` or `thread:{id}`
 * @param memberId null when signed out
 */
export const openMessage = (place: string, memberId: string | null, now = Date.now()): MessageDraft =>
  drafts.load(place, memberId, now) ?? empty

export const saveMessage = (
  place: string,
  memberId: string | null,
  change: Partial<MessageDraft>,
  now = Date.now(),
): void => drafts.save(place, { ...openMessage(place, memberId, now), ...change }, memberId, now)

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
  else drafts.save(place, { values, files, sent: null }, memberId)
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

export interface Draft {
  readonly values: Readonly<Record<string, string>>
  readonly files: MessageDraft['files']
  /** The draft as stored now, maybe newer than the rendered one. */
  readonly latest: () => MessageDraft
  readonly change: (next: (now: MessageDraft) => Partial<MessageDraft>) => void
  readonly setValue: (name: string, value: string) => void
  /** Idempotency token; the same for the same content. */
  readonly token: (content: unknown) => string
  /** Removes sent content; newer input stays. */
  readonly settle: (sent: MessageDraft, values?: Record<string, string>) => void
}

/**
 * The draft for a place, in sync between components and tabs.
 * @param memberId null when signed out
 */
export function useMessageDraft(place: string, memberId: string | null): Draft {
  const { values, files } = useDraft(drafts, place, empty, memberId).value
  const latest = () => openMessage(place, memberId)
  const change: Draft['change'] = (next) => saveMessage(place, memberId, next(latest()))
  return {
    values,
    files,
    latest,
    change,
    setValue: (name, value) => change((now) => ({ values: { ...now.values, [name]: value } })),
    token: (content) => tokenOf(place, memberId, content),
    settle: (sent, carryOver) => settleMessage(place, memberId, sent, carryOver),
  }
}
