import * as z from 'zod/mini'
import { composed, withoutUnseen } from './clean-text.ts'

/** PostgreSQL refuses NUL in text, and lone surrogates in JSON. Forms have words of their own. */
export const storable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), {
  error: () => (z.config().customError ? undefined : 'Invalid input: holds a character that cannot be stored'),
})

/** A text of several lines, as it was written but composed. */
export const longText = (max: number) => z.string().check(z.overwrite(composed), z.maxLength(max), storable)

const clean = [z.overwrite(withoutUnseen), z.overwrite(composed)] as const

/** The base of every other text: nothing in it is unseen, it is composed, it can be stored, and its length is limited. */
export const text = (max = 1000) => z.string().check(...clean, z.maxLength(max), storable)

/** The base of every whole number: fits an `integer` column. */
export const integer = (min = -2_147_483_648, max = 2_147_483_647) => z.int32().check(z.minimum(min), z.maximum(max))

/** A whole number in a URL. */
export const integerInQuery = (min: number, max: number): z.ZodMiniType<number, number | string> =>
  z.pipe(text(11).check(z.regex(/^-?\d{1,10}$/)), z.pipe(z.transform(Number), integer(min, max)))

const decimal = (min: number, max: number) => z.number().check(z.minimum(min), z.maximum(max))

/** UUID made by the server (version 7), lower case. */
export const Id = z.uuid().check(z.toLowerCase())

/** An id in a URL that may be missing; an empty one is. */
export const OptionalId = z.optional(
  z.pipe(
    z.union([Id, z.literal('')]),
    z.transform((id) => id || undefined),
  ),
)

/** Comma-separated ids in a URL, twenty at most. */
export const Ids = z.pipe(
  text(1000),
  z.pipe(
    z.transform((ids: string) => ids.split(',')),
    z.array(Id).check(z.maxLength(20)),
  ),
)

/** A GUID of the gateway, of any version and in any case; stored in lower case. */
export const GatewayId = z.guid().check(z.toLowerCase())

/** Whether nobody is so many years old, as a limit of an age. */
export const isNoAge = (age: number): boolean => age < 0 || age > 120

/** A date in Europe/Copenhagen, `YYYY-MM-DD`. */
export const LocalDate = z.iso.date().check(z.regex(/^(19|2\d)/))

/** A moment with offset, ISO 8601. */
export const Moment = z.iso.datetime({ offset: true }).check(z.maxLength(40), z.regex(/^(19|2\d)/))

/** Minor units (øre) that were added up: more than an `integer` column holds, and no more than JavaScript counts exactly. */
export const Sum = z.int()

/** Integer minor units (øre) with their currency. */
export const Money = z.object({ minor: Sum, currency: text(3).check(z.regex(/^[A-Z]{3}$/)) })
export type Money = z.infer<typeof Money>

/** Decimal kroner, for the specification's calls. Never used for arithmetic. */
export const Kroner = decimal(Number.MIN_SAFE_INTEGER / 100, Number.MAX_SAFE_INTEGER / 100)

export const Percent = decimal(0, 1000)

/** A number that a club writes of somebody. */
export const Decimal = decimal(-1e12, 1e12)

/** An organisation's key in URLs and order numbers. Converted to upper case. */
export const OrgKey = z.pipe(
  text(20),
  z.transform((key) => key.toUpperCase()),
)

/** The portal's languages. A third begins here; the compiler names the rest. */
export const languages = ['da', 'en'] as const
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

/** Listed one by one, because other languages have no `\p{Cc}`. */
const controls = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`
const without = (characters: string) => z.regex(new RegExp(`^[^${characters}]*$`))

/** Cells that are pasted from a spreadsheet have tabs between them. */
const withoutTabs = z.overwrite<string>((line) => line.replaceAll('\t', ' '))

/** A person's name, title or other single line: no line breaks or control characters. */
export const singleLine = (max: number) =>
  z
    .string()
    .check(
      ...clean,
      withoutTabs,
      z.trim(),
      z.maxLength(max),
      storable,
      without(String.raw`${controls}\n\r\u2028\u2029`),
    )

/** A single line that must not be blank. */
export const requiredLine = (max: number) => singleLine(max).check(z.minLength(1))

/** First and last name together, as long as both may be. */
export const FULL_NAME = 80 + 1 + 80

/** The most people that a search of an office finds. */
export const MOST_FOUND = 20

/** Plain text with line breaks and tabs, but no other control characters. */
export const lines = (max: number) =>
  z.string().check(z.overwrite(composed), z.trim(), z.maxLength(max), storable, without(controls))

/** Lines that must not be blank. */
export const requiredLines = (max: number) => lines(max).check(z.minLength(1))

/** Why something is done; whom it concerns reads it. */
export const GivenReason = z.object({ reason: requiredLines(500) })

/** An optional + and 6 to 15 digits, after spaces, dots, dashes of any kind and brackets are removed. */
export const Phone = z.pipe(
  text(40),
  z.pipe(
    z.transform((given: string) => given.replace(/[\s().\u2212\p{Pd}]/gu, '')),
    text(40).check(z.regex(/^(\+?\d{6,15})?$/)),
  ),
)

/** An address on the web, completed with `https://`; empty for none. */
export const Website = z.pipe(
  singleLine(200),
  z.pipe(
    z.transform((given: string) =>
      // A phone begins a line with a capital.
      given === '' || given.includes('://')
        ? given.replace(/^https?:/i, (one) => one.toLowerCase())
        : `https://${given}`,
    ),
    text(220).check(z.regex(/^$|^https?:\/\/[^/?#@:\s]+\.[^/?#@:\s]+(:\d{1,5})?([/?#]\S*)?$/)),
  ),
)

/** `#rrggbb`, in lower case. */
export const Colour = text(7).check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/))

/** The `{product}token`: identifies an order. Only the buyer can pay with it. */
export const OrderToken = text(40).check(z.regex(/^[A-Za-z0-9]{40}$/))

/** Where the next page of an office's list begins. */
export const ListCursor = text(600).check(z.regex(/^[A-Za-z0-9_-]+$/))

/** Done, where the specification wants a word for it. */
export const Success = z.object({ status: z.literal('success') })

/** Any fields: they are kept or ignored, never refused. */
export const AnyFields = z.looseObject({})

/** The version of what the caller saw. The call is refused when there is a newer one. */
export const SeenVersion = z.object({ version: integer(1) })

/** Further facts by name. */
export const Facts = z.record(text(40), z.unknown())

/** Why, for whoever reads the club's history. */
export const WithReason = z.object({ reason: requiredLine(300) })

/** A switch in a URL. */
export const TrueOrFalse = z.enum(['true', 'false'])
