import nodemailer from 'nodemailer'
import type { Download } from '#contract/endpoint.ts'

/** A mail ready to go, in the receiver's language. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string }
  /** Whose name stands as the sender: the club's. The address is MAIL_FROM's. */
  readonly fromName: string
  readonly replyTo: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly Download[]
}

export interface Mailer {
  /** @param id the same id gives the same Message-ID, so that a mail sent again is shown once */
  send(id: string, mail: Mail): Promise<void>
  close(): void
}

/** Milliseconds: a mail server that says nothing must not keep the workers from other jobs. */
const silence = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** Sends over SMTP. @param from an address or `Name <address>`; the name gives way to each mail's own */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = nodemailer.createTransport(smtpUrl, { ...silence, disableFileAccess: true, disableUrlAccess: true })
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  const domain = address.split('@')[1] ?? 'localhost'
  return {
    async send(id, mail) {
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from: { name: mail.fromName, address },
        to: { ...mail.to },
        replyTo: mail.replyTo,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        attachments: mail.attachments.map(({ fileName, contentType, bytes }) => ({
          filename: fileName,
          contentType,
          content: Buffer.from(bytes),
        })),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
