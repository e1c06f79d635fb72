import type { Language } from '#contract/values.ts'
import { WorkThread } from './work-thread.ts'

/** Limits for routes that return documents: few at a time, and few a minute for one member. */
export const drawing = { limiter: 'documents', rate: { calls: 10, name: 'documents' } } as const

/** It loads the fonts once. */
const thread = new WorkThread()

/**
 * Draws a document in a worker thread, one at a time.
 * @param module URL of a module whose `draw(input, locale)` returns the bytes: `new URL('./draw-receipt.ts', import.meta.url)`
 * @param input structured-cloneable
 */
export const drawInThread = (module: URL, input: unknown, locale: Language, patience?: number): Promise<Uint8Array> =>
  thread.run(module, 'draw', [input, locale], patience) as Promise<Uint8Array>
