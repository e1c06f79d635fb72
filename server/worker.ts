import { workOf } from './schedule.ts'
import { readConfig } from './config.ts'
import { failStart, openContext, stopOnSignal, notifySystemd } from './context.ts'
import { listenForMonitoring } from './http/listen.ts'
import { startWorker } from './jobs/worker.ts'
import { release } from './database/release.ts'

try {
  const context = await openContext(readConfig())
  const { config } = context
  const monitoring = await listenForMonitoring(
    { ...context, ...config },
    { host: config.host, port: config.workerPort, variable: 'WORKER_PORT' },
  ).catch(async (error: unknown) => {
    await context.close()
    throw error
  })
  const worker = startWorker({ ...workOf(context), db: context.jobsDb })
  context.log.info({ version: release.version, commit: release.commit }, 'Worker is running')
  notifySystemd(context)
  stopOnSignal(context.log, async () => {
    await worker.stop()
    await monitoring?.close()
    await context.close()
  })
} catch (error) {
  failStart(error)
}
