import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { failStart, openContext, stopOnSignal } from './context.ts'
import { watchPort } from './http/listen.ts'

try {
  const config = readConfig()
  const context = await openContext(config)
  const start = async () => {
    const watched = await watchPort(
      { ...context, ...config },
      { host: config.host, port: config.metricsPort, variable: 'METRICS_PORT' },
    )
    return { watched, server: await startApp(context) }
  }
  const { watched, server } = await start().catch(async (error: unknown) => {
    await context.close()
    throw error
  })
  context.log.info({ port: server.port, url: config.publicUrl, version: config.version }, 'The portal serves')
  stopOnSignal(context.log, async () => {
    await server.close()
    await watched?.close()
    await context.close()
  })
} catch (error) {
  failStart(error)
}
