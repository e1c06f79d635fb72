import { cutText } from '#contract/cut-text.ts'

/**
 * How to go on with a mail that was not sent. `refused`: it never will be. `later`: retry this one. `away`: the mail server is down.
 * `busy`: it was not tried.
 */
type MailOutlook = 'refused' | 'later' | 'away' | 'busy'

/** The operator's message if composing failed. */
export const UNWRITTEN = 'The message could not be written; the log says why'

/** A mail was not sent. The text is safe for logs: the server's words without addresses. */
export class MailProblem extends Error {
  override readonly name = 'MailProblem'
  readonly outlook: MailOutlook

  constructor(outlook: MailOutlook, said: string) {
    super(outlook === 'away' ? `No mail server: ${said}` : said)
    this.outlook = outlook
  }
}

/** The fields of nodemailer's errors. */
interface Failure {
  readonly code?: string
  /** The command that failed. */
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** The subject of a failure: this mail, the sender of all mails, or unknown. */
type About = 'mail' | 'sender' | 'unknown'

/** @param address the receiver's, which the server may repeat */
export function readFailure(error: unknown, address: string): { about: About; refused: boolean; said: string } {
  const { code, command = '', responseCode: status = 0 } = error as Failure
  const said = saidBy(error, address)
  // Too large, or an invalid address: detected before anything was sent.
  const unsendable = status === 0 && (code === 'EMESSAGE' || code === 'EENVELOPE')
  if (unsendable) return { about: 'mail', refused: true, said }
  // 503 is about the order of commands on one connection.
  if (status > 0 && (command === 'RCPT TO' || command === 'DATA'))
    return { about: 'mail', refused: status >= 500 && status !== 503, said }
  return { about: status > 0 && command === 'MAIL FROM' ? 'sender' : 'unknown', refused: false, said }
}

/** The error in the server's words, without addresses. */
export function saidBy(error: unknown, address: string): string {
  const { response } = error as Failure
  return withoutAddresses(response ?? (error instanceof Error ? error.message : 'unknown'), address)
}

const LONGEST = 300

function withoutAddresses(text: string, address: string): string {
  const [local = ''] = address.split('@')
  const name = new RegExp(`(?<![\\w.])${local.replace(/\W/g, String.raw`\$&`)}(?![\\w.])`, 'gi')
  const without = (address ? text.replaceAll(address, '…') : text).replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
  const line = (local.length > 2 ? without.replace(name, '…') : without).replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return cutText(line, LONGEST)
}
