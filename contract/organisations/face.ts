import * as z from 'zod/mini'
import { Id, integer, text } from '../values.ts'

/** How a club is recognised. Optional in answers, because those kept on a phone may be older. */
export const ClubFace = z.object({
  /** `#rrggbb`, the club's own or one of its hue; white text can be read on it, and it on white. */
  colour: text(),
  /** The versions of its pictures; null for none. */
  logo: z.nullable(text()),
  cover: z.nullable(text()),
})
export type ClubFace = z.infer<typeof ClubFace>

/** A club as it is shown in a list or a head. */
export const ShownClub = z.object({
  id: Id,
  key: text(),
  name: text(),
  hue: integer(),
  face: z.optional(ClubFace),
})

export const ClubName = z.object({ key: text(), name: text() })
