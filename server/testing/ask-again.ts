import { setTimeout as wait } from 'node:timers/promises'
import { ApiProblem } from './test-app.ts'

/** Repeats a call while the portal is too busy for it, as a browser does. @returns the answer; throws any other refusal */
export async function askAgain<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'unavailable') throw error
      await wait(50 + Math.random() * 200)
    }
  }
}
