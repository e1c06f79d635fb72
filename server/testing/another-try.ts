import { beforeEach } from 'vitest'
import { openApps } from './open-apps.ts'

// Another try in the same app begins as the first did: nobody is slowed down, and the log holds no failure of the last.
beforeEach(async ({ task }) => {
  if (!task.result?.retryCount) return
  for (const app of openApps) {
    app.log.length = 0
    await app.forgetRates()
  }
})
