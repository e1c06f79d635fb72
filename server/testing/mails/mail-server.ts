import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  readonly receivers: readonly string[]
  /** The raw mail with its headers. */
  readonly raw: string
  /** Its header lines, unfolded. */
  readonly headers: readonly string[]
}

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly caught: CaughtMail[]
  /** Connections it has had so far. */
  connections(): number
  close(): Promise<void>
}

export interface MailServerOptions {
  readonly port?: number
  /** The answer to the sender of a mail. */
  readonly from?: () => string | undefined
  /** The answer to the address of a receiver, such as `550 No such user`; nothing: it is accepted. */
  readonly rcpt?: (address: string) => string | undefined | typeof HANGS_UP | Promise<undefined>
  /** The answer once the mail is there. Called while the sender waits. */
  readonly data?: (mail: CaughtMail) => string | undefined | Promise<string | undefined>
}

/** Closes the connection instead of answering. */
export const HANGS_UP = Symbol('hangs up')

/** A mail server for a single test, which can fail without disturbing others. */
export async function startMailServer({
  port: wanted = 0,
  from,
  rcpt,
  data,
}: MailServerOptions = {}): Promise<MailServer> {
  const caught: CaughtMail[] = []
  const refusal = (answer: string | undefined) =>
    answer === undefined
      ? null
      : Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })

  let connections = 0
  const sockets = new Map<number | undefined, Socket>()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections++
      done()
    },
    onMailFrom: (_address, _session, done) => done(refusal(from?.())),
    onRcptTo({ address }, { remotePort }, done) {
      const answer = rcpt?.(address)
      if (answer === HANGS_UP) sockets.get(remotePort)?.destroy()
      else void Promise.resolve(answer).then((text) => done(refusal(text)))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const [head = ''] = raw.split('\r\n\r\n')
        const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
        const mail = { receivers: envelope.rcptTo.map(({ address }) => address), raw, headers }
        const judge = async () => {
          const failure = refusal(await data?.(mail))
          if (!failure) caught.push(mail)
          done(failure)
        }
        void judge()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    caught,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
