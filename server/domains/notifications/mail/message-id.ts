import { createHash } from 'node:crypto'

/**
 * The first part of a mail's Message-ID. It comes from what the mail is about, so that a message written anew, as after a
 * restored backup, is the same one to whoever has it already.
 */
export const messageIdOf = (onceKey: string): string => createHash('sha256').update(onceKey).digest('hex').slice(0, 40)
