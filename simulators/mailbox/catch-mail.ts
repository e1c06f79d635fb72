import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { delay, type Fault, type Faults } from '../faults.ts'
import type { Messages } from './messages.ts'

interface CatchOptions {
  messages: Messages
  /** Faults of `connect`, before the greeting, and of `message`, before or after the mail is stored. */
  faults: Faults
  smtpHost: string
  smtpPort: number
  log: (line: string) => void
}

type Done = (failure?: Error) => void

const largest = 25 * 1024 * 1024

const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })

/** An SMTP server without sign-in or encryption. A mail is accepted once it is stored. */
export async function catchMail({ messages, faults, smtpHost, smtpPort, log }: CatchOptions) {
  /** By the caller's port. */
  const sockets = new Map<number, Socket>()

  /** @returns whether the fault has answered */
  const applyFault = async (fault: Fault | undefined, session: SMTPServerSession, done: Done): Promise<boolean> => {
    if (!fault) return false
    await delay(fault.delayMs)
    if (fault.drop) sockets.get(session.remotePort)?.resetAndDestroy()
    else if (fault.status !== null) done(refusal('Scripted fault', fault.status))
    return fault.drop || fault.status !== null
  }

  const answer = async (raw: Buffer, session: SMTPServerSession, done: Done) => {
    const { mailFrom, rcptTo } = session.envelope
    const receivers = rcptTo.map(({ address }) => address)
    try {
      if (await applyFault(faults.strike('message', 'before'), session, done)) return
      await messages.keep(raw, mailFrom ? mailFrom.address : '', receivers)
      if (await applyFault(faults.strike('message', 'after'), session, done)) return
      done()
    } catch (error) {
      log(`mailbox: ${error instanceof Error ? error.stack : 'failed'}`)
      // The sender retries later.
      done(refusal('Could not keep the message', 451))
    }
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: largest,
    banner: 'simulated mailbox',
    closeTimeout: 500,
    onConnect(session, done) {
      const greet = async () => {
        if (!(await applyFault(faults.strike('connect', 'before'), session, done))) done()
      }
      void greet()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal('Message too large', 552))
        void answer(Buffer.concat(chunks), session, done)
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(smtpPort, smtpHost, () => resolve())
  })
  server.on('error', (error) => log(`mailbox: ${error.message}`))
  const { port: bound } = server.server.address() as AddressInfo
  return { port: bound, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
