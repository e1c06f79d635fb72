import { listen, type ListenAt, type Listening } from './listen.ts'
import { createHttp, type HttpOptions } from '../server.ts'

type Watched = Omit<HttpOptions, 'product' | 'findCaller' | 'recordCall' | 'routes' | 'metricsForAll'>

/**
 * Health and metrics on a port that only whoever watches the process can reach, and nothing else there.
 * @returns null when the port is 0
 */
export async function watchPort(options: Watched, at: ListenAt): Promise<Listening | null> {
  if (at.port === 0) return null
  const nobody = { product: '', findCaller: async () => null, recordCall: async () => {}, routes: [] }
  const { app, health } = await createHttp({ ...options, ...nobody, metricsForAll: true })
  return listen(app, health, at)
}
