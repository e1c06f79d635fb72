import { workOf } from './app.ts'
import { readConfig } from './config.ts'
import { failStart, openContext, stopOnSignal, type Context } from './context.ts'
import { listen } from './http/listen.ts'
import { createHttp } from './http/server.ts'
import { startWorker } from './jobs/worker.ts'

try {
  const context = await openContext(readConfig())
  const watched = await beWatched(context)
  const worker = startWorker({ ...workOf(context), db: context.jobsDb })
  context.log.info('The worker runs')
  stopOnSignal(context.log, async () => {
    await worker.stop()
    await watched?.close()
    await context.close()
  })
} catch (error) {
  failStart(error)
}

/** Health and metrics, and nothing else: who runs many workers wants to see each of them. */
async function beWatched(context: Context) {
  const { config } = context
  if (config.workerPort === 0) return null
  const nobody = async () => null
  const { app, health } = createHttp({ ...context, ...config, product: '', findMemberId: nobody, routes: [] })
  return listen(app, health, { host: config.host, port: config.workerPort }).catch(async (error: unknown) => {
    await context.close()
    throw error
  })
}
