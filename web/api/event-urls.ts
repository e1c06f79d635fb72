import type { EventFacts } from '#contract/events/answers.ts'
import { pictureSources } from '#contract/events/picture.ts'
import { pathOf } from '#contract/endpoint.ts'
import { calendarPath } from '#contract/events/public.ts'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'

/** Sources of an event's picture, with its size to avoid layout shift; null without a picture. */
export function pictureOf({ id, picture }: Pick<EventFacts, 'id' | 'picture'>) {
  if (!picture) return null
  const { width, height, focal } = picture
  const style = focal && { objectPosition: `${focal.x}% ${focal.y}%` }
  return { ...pictureSources(config.productKey, id, picture), width, height, ...(style && { style }) }
}

/** The public URL of an event's .ics file. */
export const calendarFileOf = (eventId: string): string =>
  `${pathOf(calendarPath, config.productKey, { eventId })}?language=${currentLanguage()}`
