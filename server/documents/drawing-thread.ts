import { parentPort } from 'node:worker_threads'
import type { Language } from '#contract/values.ts'
import type { DrawingModule, Drawn, Said } from './draw-in-thread.ts'

interface Job {
  readonly module: string
  readonly input: unknown
  readonly locale: Language
}

const say = (said: Said) => parentPort!.postMessage(said, [])

parentPort!.on('message', ({ module, input, locale }: Job) => {
  void drawn(module, input, locale).then(say)
})

async function drawn(module: string, input: unknown, locale: Language): Promise<Drawn> {
  try {
    const { draw } = (await import(module)) as DrawingModule
    say('begins')
    return { bytes: await draw(input, locale) }
  } catch (error) {
    return { error }
  }
}
