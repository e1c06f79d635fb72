import { newToken } from '#web/api/new-token.ts'
import { keepDraft, readDraft } from './order-draft.ts'

/** A selection as it was sent, and the client token it was sent with. */
export interface Sent {
  readonly selection: string
  readonly token: string
}

/** Where the last selection of one basket is kept, so that a reload or another tab finds its token. */
export interface SentStore {
  readonly read: () => Sent | undefined
  readonly keep: (sent: Sent) => void
}

/** What was sent of the memberships of one club. */
export const sentTo = (orgId: string): SentStore => ({
  read: () => readDraft().sent[orgId],
  keep: (sent) => keepDraft({ sent: { ...readDraft().sent, [orgId]: sent } }),
})

/** The client token of a selection: the same selection gets the same one, in every tab, so that it makes the same order. */
export function tokenOf(store: SentStore, selection: string): string {
  const sent = store.read()
  return sent?.selection === selection ? sent.token : renewToken(store, selection)
}

/** A fresh client token, for a selection whose order has ended. */
export function renewToken(store: SentStore, selection: string): string {
  const token = newToken()
  store.keep({ selection, token })
  return token
}
