import { Transform } from 'node:stream'
import nodemailer from 'nodemailer'
import { asciiEmail } from '#contract/email.ts'
import type { Download } from '#contract/endpoint.ts'
import { outgoing } from '#server/telemetry/outgoing.ts'
import { MailProblem, readFailure } from './mail-problem.ts'
import { createSlots, elapsed, LIMITS, type Limits } from './mail-slots.ts'
import { watchReachable } from './reachable.ts'

/** A mail ready to be sent. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string }
  /** The sender's name: the club's or the portal's. The address is MAIL_FROM's. */
  readonly fromName: string
  /** Null: replies go to MAIL_FROM. */
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The one-click unsubscribe address (RFC 8058); null if such mails are always sent. */
  readonly unsubscribeUrl: string | null
  readonly attachments: readonly Download[]
  /** Shown in the mail itself, as `cid:` and their id. */
  readonly pictures: readonly (Download & { readonly contentId: string })[]
}

export interface Mailer {
  /** Whether a mail to this address would be postponed at once, because the receiver's server does not answer. */
  isPaused(address: string): boolean
  /**
   * Sends one mail, which is composed once it has a slot. Throws `MailProblem`.
   * @param id determines the Message-ID, so that a mail sent twice is shown once
   */
  send(id: string, address: string, write: () => Promise<Mail>): Promise<void>
  /** A sentence while the mail server refuses every mail: its words and what to do. Null otherwise. */
  refusal(): string | null
  close(): void
}

interface MailerOptions {
  readonly smtpUrl: string
  /** An address or `Name <address>`; each mail has its own name. */
  readonly from: string
  /** Milliseconds between checks of an unreachable mail server. */
  readonly pause?: number
  readonly limits?: Partial<Limits>
}

/** Milliseconds. A receiver's server may take a minute to answer; ours answers at once or is unreachable. */
const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 }
const SILENCE = 65_000

/** Refusals of the sender in a row after which the server counts as unreachable. */
const REFUSED_SENDERS = 3

/** Sends over pooled SMTP connections. `?maxConnections=` in the URL sets the server's limit. */
export function createMailer({ smtpUrl, from, pause = 3000, limits = {} }: MailerOptions): Mailer {
  const slots = { ...LIMITS, ...slotsWithin(smtpUrl), ...limits }
  const safe = { ...waits, disableFileAccess: true, disableUrlAccess: true }
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: slots.quick + slots.slow,
    socketTimeout: SILENCE,
    ...safe,
  })
  transport.use('stream', (mail, done) => {
    mail.message.transform(inOnePiece)
    done()
  })
  const prober = nodemailer.createTransport({ url: smtpUrl, socketTimeout: 10_000, ...safe })
  const server = watchReachable({
    verify: () => outgoing('smtp', 'greet', () => prober.verify()),
    pause,
    patience: slots.patience,
  })
  const slotPool = createSlots(slots, (begunAt) => void server.whyAway(begunAt))
  const refusedSenders = new Set<string>()
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  const domain = address.split('@')[1] ?? 'localhost'

  const deliver = (id: string, mail: Mail, signal: AbortSignal) =>
    transport.sendMail({
      messageId: `<${id}@${domain}>`,
      from: { name: mail.fromName, address },
      to: { ...mail.to, address: asciiEmail(mail.to.address) },
      ...(mail.replyTo !== null && isAddress(mail.replyTo)
        ? { replyTo: { name: '', address: asciiEmail(mail.replyTo) } }
        : {}),
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      attachments: [
        ...mail.attachments.map(attached),
        ...mail.pictures.map(({ contentId, ...picture }) => ({
          ...attached(picture),
          cid: contentId,
          contentDisposition: 'inline' as const,
        })),
      ],
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribeUrl) },
      signal,
    })

  /** The consequence of a failure for this mail, and for all others. */
  async function problemOf(error: unknown, to: string, begunAt: number): Promise<MailProblem> {
    const { about, refused, said } = readFailure(error, to)
    if (about === 'unknown') return (await server.whyAway(begunAt)) ?? new MailProblem('later', said)
    server.heard()
    if (about === 'mail') {
      refusedSenders.clear()
      return new MailProblem(refused ? 'refused' : 'later', said)
    }
    refusedSenders.add(to)
    return refusedSenders.size < REFUSED_SENDERS ? new MailProblem('later', said) : server.takesNone(said)
  }

  return {
    isPaused: (to) => slotPool.isPaused(domainOf(to)),
    async send(id, to, write) {
      if (!isAddress(to)) throw new MailProblem('refused', 'This is not the address of one mailbox')
      await server.ready()
      const slot = await slotPool.take(domainOf(to))
      const mail = await write().catch((error: unknown) => {
        slot.release()
        throw error
      })
      const begunAt = elapsed()
      try {
        await outgoing('smtp', 'send', () => slot.run((signal) => deliver(id, mail, signal)))
      } catch (error) {
        throw await problemOf(error, to, begunAt)
      }
      server.heard()
      refusedSenders.clear()
    },
    refusal() {
      const said = server.refusal()
      return said === null
        ? null
        : `SMTP_URL: ${new URL(smtpUrl).hostname} refuses mails from MAIL_FROM (${said}): give SMTP_URL the user and password it wants, or have the sender allowed`
    },
    close() {
      server.close()
      transport.close()
    },
  }
}

/** A mail in one piece: nodemailer writes some twenty small ones to the socket, and each costs as much as all. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _encoding, next) {
      pieces.push(piece)
      next()
    },
    flush(next) {
      next(null, Buffer.concat(pieces))
    },
  })
}

const attached = ({ fileName, contentType, bytes }: Download) => ({
  filename: fileName,
  contentType,
  content: Buffer.from(bytes),
})

const domainOf = (address: string): string => {
  const ascii = asciiEmail(address)
  return ascii.slice(ascii.lastIndexOf('@') + 1).toLowerCase()
}

/** Half of the allowed connections are for slow receivers. */
function slotsWithin(smtpUrl: string): Partial<Limits> {
  const most = Number(new URL(smtpUrl).searchParams.get('maxConnections') ?? 0)
  if (!(most > 0)) return {}
  return { quick: Math.min(LIMITS.quick, Math.ceil(most / 2)), slow: Math.min(LIMITS.slow, Math.floor(most / 2)) }
}

/** A single plain mailbox: no list, no name. */
const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(asciiEmail(text))

const unsubscribeHeaders = (url: string | null) =>
  url === null
    ? {}
    : {
        'List-Unsubscribe': { prepared: true, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
