/**
 * What becomes of a mail that was not sent. `refused`: it never will be. `later`: not now, others may. `away`: no mail goes
 * through at present. `busy`: as many are being sent as may be; it was not tried.
 */
export type MailOutlook = 'refused' | 'later' | 'away' | 'busy'

/** How the text of every `away` begins: jobs that wait for the mail server are found by it. */
export const AWAY = 'No mail server: '

/** What operators read where the portal itself could not write a message. */
export const UNWRITTEN = 'The message could not be written; the log says why'

/** A mail was not sent. Its text is fit for logs and operators: the server's words without addresses. */
export class MailProblem extends Error {
  override readonly name = 'MailProblem'
  readonly outlook: MailOutlook

  constructor(outlook: MailOutlook, said: string) {
    super(outlook === 'away' ? AWAY + said : said)
    this.outlook = outlook
  }
}

/** What the mail program's errors say of themselves. */
interface Failure {
  readonly code?: string
  /** The command that failed. */
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** @param address the receiver's, which the server may repeat */
export function mailProblemOf(error: unknown, address: string): MailProblem {
  const { code, command = '', response, responseCode } = error as Failure
  const said = withoutAddresses(response ?? (error instanceof Error ? error.message : 'unknown'), address)
  const status = responseCode ?? 0
  // What a server says before it hears of this mail is about the portal's own settings, which somebody may mend.
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE'
  if (aboutThisMail && status >= 500) return new MailProblem('refused', said)
  if (status === 0 && (code === 'EMESSAGE' || code === 'EENVELOPE')) return new MailProblem('refused', said)
  if (status === 0 || status === 421) return new MailProblem('away', said)
  return new MailProblem('later', said)
}

const LONGEST = 300

function withoutAddresses(text: string, address: string): string {
  const [local = ''] = address.split('@')
  const name = new RegExp(`(?<![\\w.])${local.replace(/\W/g, String.raw`\$&`)}(?![\\w.])`, 'gi')
  const without = text.replaceAll(address, '…').replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
  return (local.length > 2 ? without.replace(name, '…') : without)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
}
