import type { CSSProperties } from 'react'
import type { ClubFace } from '#contract/organisations/face.ts'
import { clubCover, coverSources, logoSource, pictureUrl } from '#contract/organisations/picture.ts'
import type { EventFacts } from '#contract/events/answers.ts'
import { config } from './config.ts'

/** A club as its name is shown. Answers kept on this device may be older than its face. */
export interface NamedClub {
  readonly id: string
  readonly name: string
  /** 0 to 359. */
  readonly hue: number
  readonly face?: ClubFace | undefined
}

/** The club of an event or ticket. */
export const clubOf = ({ orgId, orgName, hue, orgFace }: EventFacts): NamedClub => ({
  id: orgId,
  name: orgName,
  hue,
  face: orgFace,
})

/** A CSS colour on which white text can be read. */
export const colourOf = ({ hue, face }: Pick<NamedClub, 'hue' | 'face'>): string =>
  face?.colour ?? `oklch(0.46 0.09 ${hue})`

/** Sets `--stripe` to the colour of an event's club, brighter on a dark page. */
export function stripeOf(event: EventFacts): CSSProperties {
  const colour = colourOf(clubOf(event))
  return { '--stripe': `light-dark(${colour}, color-mix(in oklab, ${colour}, white 32%))` } as CSSProperties
}

/** The URL of a club's logo, as small as pages show many, or as drawn; null without one. */
export const logoOf = ({ id, face }: NamedClub, size: 'small' | 'full'): string | null =>
  face?.logo ? (size === 'small' ? logoSource : pictureUrl)(config.productKey, id, face.logo) : null

/** Sources of a club's cover, with its size; null without one. */
export const coverOf = ({ id, face }: NamedClub) =>
  face?.cover ? { ...coverSources(config.productKey, id, face.cover), ...clubCover } : null
