import type { Note } from '#contract/notes.ts'

/** What is to be done first, then the newest; as the server lists them. */
export function inOrder(one: Note, other: Note): number {
  if (one.done !== other.done) return one.done ? 1 : -1
  return one.createdAt === other.createdAt ? (one.id < other.id ? 1 : -1) : one.createdAt < other.createdAt ? 1 : -1
}

/** The beginning of a note in one line, where it is named. */
export function firstWords(text: string): string {
  const line = text.split('\n', 1)[0]!.trim()
  return line.length <= MOST ? line : `${line.slice(0, MOST).trimEnd()}…`
}

const MOST = 60
