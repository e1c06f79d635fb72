import { useMemo, useSyncExternalStore } from 'react'
import {
  saveMessage,
  keptMessages,
  openMessage,
  settleMessage,
  tokenOf,
  watchMessages,
  type DraftChange,
  type MessageDraft,
} from './message-draft.ts'

export interface Draft {
  readonly values: Readonly<Record<string, string>>
  readonly files: MessageDraft['files']
  /** How it is by now, whatever was drawn. */
  readonly latest: () => MessageDraft
  /** Changes it from how it is by then. */
  readonly change: (next: (now: MessageDraft) => DraftChange) => void
  readonly setValue: (name: string, value: string) => void
  /** A token for what is about to be sent; the same for the same content. */
  readonly token: (content: unknown) => string
  /** So much of it is sent; what came meanwhile stays. @param values that the next one begins with */
  readonly settle: (sent: MessageDraft, values?: Record<string, string>) => void
}

/**
 * A message on its way for a place, kept in this browser: the same wherever the place is shown, in every tab.
 * @param memberId null: nobody is signed in
 */
export function useDraft(place: string, memberId: string | null): Draft {
  const kept = useSyncExternalStore(watchMessages, keptMessages)
  const { values, files } = useMemo(() => openMessage(place, memberId, undefined, kept), [kept, place, memberId])
  const latest = () => openMessage(place, memberId)
  const change: Draft['change'] = (next) => saveMessage(place, memberId, next(latest()))
  return {
    values,
    files,
    latest,
    change,
    setValue: (name, value) => change((now) => ({ values: { ...now.values, [name]: value } })),
    token: (content) => tokenOf(place, memberId, content),
    settle: (sent, stays) => settleMessage(place, memberId, sent, stays),
  }
}
