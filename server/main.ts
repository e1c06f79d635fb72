import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { failStart, openContext, stopOnSignal } from './context.ts'

try {
  const config = readConfig()
  const context = await openContext(config)
  const server = await startApp(context).catch(async (error: unknown) => {
    await context.close()
    throw error
  })
  context.log.info({ port: server.port, url: config.publicUrl, version: config.version }, 'The portal serves')
  stopOnSignal(context.log, async () => {
    await server.close()
    await context.close()
  })
} catch (error) {
  failStart(error)
}
