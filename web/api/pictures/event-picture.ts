import type { EventFacts } from '#contract/event-answers.ts'
import { pictureSources } from '#contract/event-picture.ts'
import { config } from '../config.ts'

/** Where an event's picture lies, with its size, so that nothing moves when it comes; null: it has none. */
export function pictureOf({ id, picture }: Pick<EventFacts, 'id' | 'picture'>) {
  if (!picture) return null
  const { width, height } = picture
  return { ...pictureSources(config.productKey, id, picture), width, height }
}
