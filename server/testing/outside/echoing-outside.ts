import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** How the other side behaves: well, not at all, or sending back whatever it was sent, in answers of every kind. */
export const moods = [
  'works',
  'is silent',
  ...(['200', '200 json', '307', '400', '401', '403', '404', '406', '422', '500', '503'] as const).map(
    (status) => `echoes ${status}` as const,
  ),
] as const
export type Mood = (typeof moods)[number]

/** A component elsewhere that shows what a careless one could do with the secrets it is given. */
export interface EchoingOutside {
  readonly url: string
  mood: Mood
  /** Every `Authorization` header that came. */
  readonly heard: Set<string>
  /** How many calls came. */
  asked: number
  close(): void
}

/** @param target the simulator that answers while the mood is good */
export async function startEchoingOutside(target: string): Promise<EchoingOutside> {
  const heard = new Set<string>()
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request)
      const { method = 'GET', headers } = request
      const { authorization = '', 'content-type': type } = headers
      heard.add(authorization)
      outside.asked++
      if (outside.mood === 'is silent') return response.destroy()
      if (outside.mood !== 'works') {
        const [, status, json] = outside.mood.split(' ')
        const Message = `Authorization: ${authorization} ${JSON.stringify(headers)} ${body}`
        const said = { Message, IsSuccess: authorization, AuthorizationIdentifier: authorization, error: { Message } }
        const location = status === '307' ? { location: `http://127.0.0.1:9/${authorization}` } : {}
        response.writeHead(Number(status), { 'x-echo': authorization, ...location })
        return response.end(json ? JSON.stringify(said) : Message)
      }
      const given = await fetch(target + request.url!, {
        method,
        headers: { authorization, ...(type ? { 'content-type': type } : {}) },
        ...(body ? { body } : {}),
      })
      return response.writeHead(given.status, { 'content-type': 'application/json' }).end(await given.text())
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outside: EchoingOutside = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'works',
    heard,
    asked: 0,
    close: () => server.close(),
  }
  return outside
}
