import * as z from 'zod/mini'
import { ClubFace } from './face.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { choice, formatted, line, localText, number, optional, phone, schemaOf } from '../fields.ts'
import { LocalText, localTextOf } from '../local-text.ts'
import { Email } from '../email.ts'
import { Colour, Id, integer, lines, requiredLine, text, Website } from '../values.ts'

const weights = [2, 7, 6, 5, 4, 3, 2, 1]

/** Whether eight digits can be a CVR number: the last one checks the others. */
export const isCvr = (digits: string): boolean =>
  /^[1-9]\d{7}$/.test(digits) && weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11 === 0

/** A CVR number without spaces; empty for none. Its check digit is the server's business, because old ones were typed without it. */
const Cvr = z.pipe(
  text(20),
  z.pipe(
    z.transform((given: string) => given.replace(/[\s.-]|^DK/gi, '')),
    text(8).check(z.regex(/^(\d{8})?$/)),
  ),
)

/** A number of so many digits, without its spaces; empty for none. */
const digits = (least: number, most: number) =>
  z.pipe(
    text(20),
    z.pipe(
      z.transform((given: string) => given.replace(/[\s.-]/g, '')),
      text(most).check(z.regex(new RegExp(`^(\\d{${least},${most}})?$`))),
    ),
  )

export const MOST_GRACE_DAYS = 366

/** A club's own description, and the days for which a membership counts after its end. */
export const clubFields = {
  name: { ...line(80, { required: true }), schema: requiredLine(80) },
  description: localText(localTextOf(lines(1000)), 1000, { lines: 'plain' }),
  address: line(150),
  city: line(60),
  email: formatted('email', Email, 254, { required: true }),
  phone: phone(),
  website: formatted('url', Website, 200),
  cvr: formatted('numeric', Cvr, 20),
  /** Where invoices are paid: registration and account number, and the number of the MobilePay box. */
  bankRegistration: formatted('numeric', digits(4, 4), 20),
  bankAccount: formatted('numeric', digits(4, 10), 20),
  mobilePay: formatted('numeric', digits(4, 8), 20),
  /** Null: the portal chooses one. */
  colour: optional(choice(Colour)),
  graceDays: { ...number(), schema: integer(0, MOST_GRACE_DAYS) },
}
export const ClubDetails = schemaOf(clubFields)
export type ClubDetails = z.infer<typeof ClubDetails>

/** Kilobytes that a club's pictures and documents take and may take. */
export const ClubStorage = z.object({ used: integer(0), most: integer(0) })
export type ClubStorage = z.infer<typeof ClubStorage>

export const ClubSettings = z.object({
  name: text(),
  description: LocalText,
  address: text(),
  city: text(),
  cvr: text(),
  email: text(),
  phone: text(),
  website: text(),
  bankRegistration: text(),
  bankAccount: text(),
  mobilePay: text(),
  colour: z.nullable(text()),
  graceDays: integer(),
  orgId: Id,
  key: text(),
  hue: integer(),
  /** As it is shown: the colour is dark enough to be read. */
  face: ClubFace,
  /** Counts its saved changes. */
  version: integer(),
  /** Other clubs with this CVR number, by name. */
  sameCvr: z.array(text()).check(z.maxLength(5)),
  storage: ClubStorage,
})
export type ClubSettings = z.infer<typeof ClubSettings>

const ofClub = z.object({ orgId: Id })
export const PictureUse = z.enum(['logo', 'cover'])

const picture = z.object({ orgId: Id, use: PictureUse })

export const ColourShade = z.object({ colour: text(), shade: text() })

export const clubSettings = {
  show: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/settings/item`,
    summary: "A club's details, as its office edits them",
    params: ofClub,
    output: ClubSettings,
    errors: ['organisation_not_found'],
  }),
  save: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/settings/item`,
    summary: 'Saves all details of a club over the version that was edited',
    params: ofClub,
    body: z.object({ ...ClubDetails.shape, version: integer(1) }),
    output: ClubSettings,
    errors: ['organisation_not_found', 'changed_meanwhile', 'cvr_invalid'],
  }),
  shade: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/settings/shade`,
    summary: 'The shade of a colour that is shown: the colour itself, or a darker one on which white text can be read',
    params: ofClub,
    query: z.object({ colour: Colour }),
    output: ColourShade,
    errors: ['organisation_not_found'],
  }),
  sameCvr: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/settings/same-cvr`,
    summary: 'Other clubs with a CVR number, five at most, by name',
    params: ofClub,
    query: z.object({ cvr: text(8).check(z.regex(/^\d{8}$/)) }),
    output: z.array(text()).check(z.maxLength(5)),
    errors: ['organisation_not_found'],
  }),
  setPicture: endpoint({
    method: 'PUT',
    path: `${orgApi}/org/{orgId}/settings/picture/{use}`,
    summary:
      'Sets the logo or the cover of a club: a JPEG, PNG, WebP, AVIF or GIF of at most 5 MB and 25 megapixels by its content',
    params: picture,
    upload: { maxBytes: 5_000_000 },
    output: ClubSettings,
    errors: [
      'organisation_not_found',
      'payload_too_large',
      'image_unreadable',
      'image_too_large',
      'image_too_small',
      'storage_full',
    ],
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: `${orgApi}/org/{orgId}/settings/picture/{use}`,
    summary: 'Removes the logo or the cover of a club',
    params: picture,
    output: ClubSettings,
    errors: ['organisation_not_found'],
  }),
}
