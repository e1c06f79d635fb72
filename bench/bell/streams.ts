import { connect } from 'node:net'
import { once } from 'node:events'
import { pathOf } from '#contract/endpoint.ts'
import { notifications } from '#contract/notifications.ts'
import type { Buyer } from '../checkout/buyer.ts'

export interface OpenStreams {
  /** How many have heard so many bells. */
  heard(bells: number): number
  close(): void
}

/** Opens a stream for each of them over a bare socket, and waits until each has heard its first bell. */
export async function openStreams(url: string, people: readonly Buyer[]): Promise<OpenStreams> {
  const { hostname, port, host } = new URL(url)
  const path = pathOf(notifications.stream.path, 'izy')
  const counts = new Map<string, number>()
  const sockets = await Promise.all(
    people.map(async ({ memberId, token, ip }) => {
      const socket = connect(Number(port), hostname)
      socket.setEncoding('utf8')
      await once(socket, 'connect')
      const heard = Promise.withResolvers<void>()
      socket.on('data', (text: string) => {
        const bells = text.split('event: bell').length - 1
        if (bells === 0) return
        counts.set(memberId, (counts.get(memberId) ?? 0) + bells)
        heard.resolve()
      })
      socket.on('close', () => heard.reject(new Error('A stream was refused or has ended')))
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${ip}\r\n\r\n`,
      )
      await heard.promise
      return socket
    }),
  )
  return {
    heard: (bells) => [...counts.values()].filter((count) => count >= bells).length,
    close: () => sockets.forEach((socket) => socket.destroy()),
  }
}
