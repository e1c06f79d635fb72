/** Where a page ends: a moment and a thread. What is written in that thread meanwhile moves it, and not the page. */
export interface Cursor {
  readonly at: Date
  readonly id: string
}

/** The cursor as the contract has it: `milliseconds_id`. */
export const cursorOf = ({ at, id }: Cursor): string => `${at.getTime()}_${id}`

/** @param text of the contract's form */
export function readCursor(text: string | undefined): Cursor | null {
  const [at, id] = text?.split('_') ?? []
  return at && id ? { at: new Date(Number(at)), id } : null
}
