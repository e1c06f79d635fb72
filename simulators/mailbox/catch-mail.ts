import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Messages } from './messages.ts'

const largest = 25 * 1024 * 1024

/** Listens for mail without sign-in or encryption. A mail is accepted once it is kept. */
export async function catchMail(messages: Messages, host: string, port: number, log: (line: string) => void) {
  const answer = async (done: (failure?: Error) => void, ...mail: Parameters<Messages['keep']>) => {
    try {
      await messages.keep(...mail)
      done()
    } catch (error) {
      log(`mailbox: ${error instanceof Error ? error.stack : 'failed'}`)
      // The sender tries again later.
      done(Object.assign(new Error('Could not keep the message'), { responseCode: 451 }))
    }
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: largest,
    banner: 'simulated mailbox',
    closeTimeout: 500,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('Message too large'), { responseCode: 552 }))
        const { mailFrom, rcptTo } = session.envelope
        const receivers = rcptTo.map(({ address }) => address)
        void answer(done, Buffer.concat(chunks), mailFrom ? mailFrom.address : '', receivers)
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  server.on('error', (error) => log(`mailbox: ${error.message}`))
  const { port: bound } = server.server.address() as AddressInfo
  return { port: bound, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
