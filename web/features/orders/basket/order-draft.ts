import { draftKey, forgetKeptDraft } from '#web/api/kept/kept-draft.ts'

/** What was typed and chosen on the way to an order, kept in this browser: a reload, another tab or another day finds it again. */
export interface OrderDraft<Values> {
  /** Whose draft it is: the next person who signs in here does not see it. */
  memberId: string | null
  values: Values | null
  /** When the values were kept, in milliseconds since 1970. */
  keptAt: number
  /** By club: the selection that was sent last, as sent, and the client token it was sent with. */
  sent: Record<string, { selection: string; token: string }>
}

/** Nobody wonders at a basket of last week; one of last month is somebody else's thought. */
const lifetime = 7 * 24 * 60 * 60 * 1000

const none = { memberId: null, values: null, keptAt: 0, sent: {} }

/** Stands in where the browser refuses storage: a second click still finds its token, only a reload forgets. */
let memory: string | null = null

function storedText(): string | null {
  try {
    return memory ?? localStorage.getItem(draftKey)
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

/** The draft of this member; another's is forgotten, and so is one of long ago. */
export function openDraft<Values>(memberId: string, now = Date.now()): OrderDraft<Values> {
  const draft = readDraft<Values>()
  if (draft.memberId === memberId && now - draft.keptAt < lifetime) return draft
  forgetDraft()
  keepDraft({ memberId }, now)
  return { ...none, memberId, keptAt: now }
}

export function keepDraft<Values>(change: Partial<OrderDraft<Values>>, now = Date.now()): void {
  const text = JSON.stringify({ ...readDraft<Values>(), ...change, keptAt: now })
  try {
    localStorage.setItem(draftKey, text)
    memory = null
  } catch {
    memory = text
  }
}

export function forgetDraft(): void {
  memory = null
  forgetKeptDraft()
}
