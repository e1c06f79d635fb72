import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { pathOf } from '#contract/endpoint.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import type { Buyer } from '../support/buyer.ts'

export interface OpenStreams {
  /** How many streams have received so many events. */
  heard(bells: number): number
  close(): void
}

/** Streams that are opened at a time, because a busy server refuses more. */
const AT_ONCE = 20

/** Opens a stream for each member over a bare socket, and waits for the first event of each. */
export async function openStreams(url: string, people: readonly Buyer[]): Promise<OpenStreams> {
  const { hostname, port, host } = new URL(url)
  const path = pathOf(notifications.stream.path, 'izy')
  const counts = new Map<string, number>()
  const sockets: Socket[] = []
  while (sockets.length < people.length) {
    const some = people.slice(sockets.length, sockets.length + AT_ONCE)
    sockets.push(...(await Promise.all(some.map(open))))
  }

  async function open({ memberId, token, ip }: Buyer) {
    const socket = connect(Number(port), hostname)
    socket.setEncoding('utf8')
    await once(socket, 'connect')
    const first = Promise.withResolvers<void>()
    socket.on('data', (text: string) => {
      if (/^HTTP\/1.1 [345]/.test(text)) first.reject(new Error(`A stream was refused: ${text.slice(9, 12)}`))
      const bells = text.split('event: bell').length - 1
      if (bells === 0) return
      counts.set(memberId, (counts.get(memberId) ?? 0) + bells)
      first.resolve()
    })
    socket.on('close', () => first.reject(new Error('Stream refused or ended')))
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${ip}\r\n\r\n`,
    )
    await first.promise
    return socket
  }

  return {
    heard: (bells) => [...counts.values()].filter((count) => count >= bells).length,
    close: () => sockets.forEach((socket) => socket.destroy()),
  }
}
