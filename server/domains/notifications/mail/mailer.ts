import nodemailer from 'nodemailer'
import type { Download } from '#contract/endpoint.ts'
import { MailProblem, mailProblemOf } from './mail-problem.ts'
import { createPlaces } from '../sending-places.ts'

/** A mail ready to go, in the receiver's language. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string }
  /** Whose name stands as the sender: the club's, or the portal's. The address is MAIL_FROM's. */
  readonly fromName: string
  /** Null: answers go to MAIL_FROM. */
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Where a mail program ends mails like this with one click (RFC 8058); null: they are always sent. */
  readonly unsubscribeUrl: string | null
  readonly attachments: readonly Download[]
}

export interface Mailer {
  /**
   * Sends one mail. Throws `MailProblem`.
   * @param id the same id gives the same Message-ID, so that a mail sent again is shown once
   */
  send(id: string, mail: Mail): Promise<void>
  close(): void
}

export interface MailerOptions {
  readonly smtpUrl: string
  /** An address or `Name <address>`; the name gives way to each mail's own. */
  readonly from: string
  /** Milliseconds for which nothing is tried after the server could not be reached. */
  readonly pause?: number
}

/** Milliseconds: a mail server that says nothing must not keep the workers from other jobs. */
const silence = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 }
const LONGEST = 60_000

/** Mails at once, of the worker's four places, and milliseconds to wait for one of them. */
const PLACES = 2
const PATIENCE = 500

/** Sends over SMTP. */
export function createMailer({ smtpUrl, from, pause = 3000 }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(smtpUrl, { ...silence, disableFileAccess: true, disableUrlAccess: true })
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  const domain = address.split('@')[1] ?? 'localhost'
  const take = createPlaces(PLACES, PATIENCE)
  /** Why nothing is tried just now. */
  let away: MailProblem | undefined

  const requireServer = () => {
    if (away) throw away
  }
  const restFrom = (problem: MailProblem) => {
    if (pause === 0) return
    away = problem
    setTimeout(() => (away = undefined), pause).unref()
  }

  const hand = (id: string, mail: Mail) => {
    const message = {
      messageId: `<${id}@${domain}>`,
      from: { name: mail.fromName, address },
      to: { ...mail.to },
      ...(mail.replyTo !== null && isAddress(mail.replyTo) ? { replyTo: { name: '', address: mail.replyTo } } : {}),
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      attachments: mail.attachments.map(({ fileName, contentType, bytes }) => ({
        filename: fileName,
        contentType,
        content: Buffer.from(bytes),
      })),
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribeUrl) },
      signal: AbortSignal.timeout(LONGEST),
    }
    return transport.sendMail(message)
  }

  return {
    async send(id, mail) {
      if (!isAddress(mail.to.address)) throw new MailProblem('refused', 'This is not the address of one mailbox')
      requireServer()
      const leave = await take()
      if (!leave) throw new MailProblem('busy', 'As many mails as may be are being sent')
      try {
        // Whoever had the place before may have found nobody there.
        requireServer()
        await hand(id, mail)
      } catch (error) {
        const problem = error instanceof MailProblem ? error : mailProblemOf(error, mail.to.address)
        if (problem.outlook === 'away' && !away) restFrom(problem)
        throw problem
      } finally {
        leave()
      }
    },
    close: () => transport.close(),
  }
}

/** One mailbox and nothing else: no list, no name, nothing that a mail server would read as more. */
const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text)

const unsubscribeHeaders = (url: string | null) =>
  url === null
    ? {}
    : {
        'List-Unsubscribe': { prepared: true, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
