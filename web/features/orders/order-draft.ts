/** What was typed and chosen on the way to an order, kept for this tab: a reload or the way back finds it again. */
export interface OrderDraft<Values> {
  /** Whose draft it is: the next person who signs in here does not see it. */
  memberId: string | null
  values: Values | null
  /** The selection that was sent last, as sent, and the client token it was sent with. */
  sent: { selection: string; token: string } | null
}

const key = 'order-draft'
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

const none = { memberId: null, values: null, sent: null }

/** Stands in where the browser refuses storage: a second click still finds its token, only a reload forgets. */
let memory: string | null = null

function storedText(): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory
  } catch {
    return memory
  }
}

export function readDraft<Values>(): OrderDraft<Values> {
  try {
    return { ...none, ...(JSON.parse(storedText() ?? '{}') as Partial<OrderDraft<Values>>) }
  } catch {
    return none
  }
}

/** The draft of this member; another's is forgotten. */
export function openDraft<Values>(memberId: string): OrderDraft<Values> {
  const draft = readDraft<Values>()
  if (draft.memberId === memberId) return draft
  forgetDraft()
  keepDraft({ memberId })
  return { ...none, memberId }
}

export function keepDraft<Values>(change: Partial<OrderDraft<Values>>): void {
  const text = JSON.stringify({ ...readDraft<Values>(), ...change })
  try {
    sessionStorage.setItem(key, text)
    memory = null
  } catch {
    memory = text
  }
}

export function forgetDraft(): void {
  memory = null
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** The client token of a selection: the same selection gets the same one, so that it makes the same order. */
export function tokenOf(selection: string): string {
  const { sent } = readDraft()
  if (sent?.selection === selection) return sent.token
  return renewToken(selection)
}

/** A fresh client token, for a selection whose order has ended. */
export function renewToken(selection: string): string {
  const token = newToken()
  keepDraft({ sent: { selection, token } })
  return token
}
