import { Id } from '#contract/values.ts'
import type { Secrets } from '#server/database/secrets.ts'

const PURPOSE = 'contact-thread'

/** Goes to the address that a visitor gave: opens their thread and nothing else, for as long as the mail is kept. */
export const threadLink = (secrets: Secrets, threadId: string): string =>
  `${threadId}.${secrets.sign(PURPOSE, threadId)}`

/** @returns the id of its thread; null when the portal did not make it */
export function readThreadLink(secrets: Secrets, link: string): string | null {
  const [text = '', signature = '', ...more] = link.split('.')
  const id = Id.safeParse(text)
  return more.length === 0 && id.success && secrets.verify(PURPOSE, id.data, signature) ? id.data : null
}
