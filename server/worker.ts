import { workOf } from './app.ts'
import { readConfig } from './config.ts'
import { failStart, openContext, stopOnSignal } from './context.ts'
import { startWorker } from './jobs/worker.ts'

try {
  const context = await openContext(readConfig())
  const worker = startWorker({ ...workOf(context), db: context.jobsDb })
  context.log.info('The worker runs')
  stopOnSignal(context.log, async () => {
    await worker.stop()
    await context.close()
  })
} catch (error) {
  failStart(error)
}
