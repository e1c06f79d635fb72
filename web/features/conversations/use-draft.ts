import { useMemo, useSyncExternalStore } from 'react'
import {
  saveMessage,
  storedMessages,
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
  /** The draft as stored now, maybe newer than the rendered one. */
  readonly latest: () => MessageDraft
  readonly change: (next: (now: MessageDraft) => DraftChange) => void
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
export function useDraft(place: string, memberId: string | null): Draft {
  const stored = useSyncExternalStore(watchMessages, storedMessages)
  const { values, files } = useMemo(() => openMessage(place, memberId, undefined, stored), [stored, place, memberId])
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
