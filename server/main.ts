import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { failStart, openContext, stopOnSignal, notifySystemd } from './context.ts'
import { listenForMonitoring } from './http/listen.ts'
import { release } from './database/release.ts'

try {
  const config = readConfig()
  const context = await openContext(config)
  const start = async () => {
    const monitoring = await listenForMonitoring(
      { ...context, ...config },
      { host: config.host, port: config.metricsPort, variable: 'METRICS_PORT' },
    )
    return { monitoring, server: await startApp(context) }
  }
  const { monitoring, server } = await start().catch(async (error: unknown) => {
    await context.close()
    throw error
  })
  context.log.info(
    { port: server.port, url: config.publicUrl, version: release.version, commit: release.commit },
    'Server is ready',
  )
  notifySystemd(context)
  stopOnSignal(context.log, async () => {
    await server.close()
    await monitoring?.close()
    await context.close()
  })
} catch (error) {
  failStart(error)
}
