import { keepDraft, readDraft } from './order-draft.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 40 random letters and digits, each equally likely. */
export function newToken(): string {
  const signs: string[] = []
  while (signs.length < 40) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // 248 is the last multiple of 62 in a byte: beyond it the first letters would come more often.
      const sign = byte < 248 ? alphabet[byte % alphabet.length] : undefined
      if (sign && signs.length < 40) signs.push(sign)
    }
  }
  return signs.join('')
}

/** The client token of what is chosen in a club: the same selection gets the same one, in every tab, so that it makes the same order. */
export function tokenOf(orgId: string, selection: string): string {
  const sent = readDraft().sent[orgId]
  return sent?.selection === selection ? sent.token : renewToken(orgId, selection)
}

/** A fresh client token, for a selection whose order has ended. */
export function renewToken(orgId: string, selection: string): string {
  const token = newToken()
  keepDraft({ sent: { ...readDraft().sent, [orgId]: { selection, token } } })
  return token
}
