import * as z from 'zod/mini'

/** UUID made by the server (version 7), lower case. */
export const Id = z.uuid().check(z.toLowerCase())

/** The gateway's name of a thing: a GUID of any kind, in any case; compared and kept in lower case. */
export const GatewayId = z.guid().check(z.toLowerCase())

/** A calendar day in Europe/Copenhagen, `YYYY-MM-DD`. */
export const LocalDate = z.iso.date().check(z.regex(/^(19|2\d)/))

/** A moment with offset, ISO 8601. */
export const Moment = z.iso.datetime({ offset: true }).check(z.regex(/^(19|2\d)/))

/** Integer minor units (øre) with their currency. */
export const Money = z.object({ minor: z.int(), currency: z.string().check(z.length(3)) })
export type Money = z.infer<typeof Money>

/** Decimal kroner, as the calls of the specification carry prices; never used for arithmetic. */
export const Kroner = z.number()

/** Short name of an organisation in addresses and order numbers; upper case, whatever people type. */
export const OrgKey = z.pipe(
  z.string().check(z.maxLength(20)),
  z.transform((key) => key.toUpperCase()),
)

export const Language = z.enum(['da', 'en'])
export type Language = z.infer<typeof Language>

/** A person's name, title or other single line: no line breaks or control characters. */
export const singleLine = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u))

/** A single line that must not be blank. */
export const requiredLine = (max: number) => singleLine(max).check(z.minLength(1))

export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

/** Spaces, dots, dashes and brackets are dropped; what remains is an optional + and 6 to 15 digits. */
export const Phone = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s().-]/g, '')),
    z.string().check(z.regex(/^(\+?\d{6,15})?$/)),
  ),
)

/** The `{product}token`: names one order, opens its payment for the buyer only. */
export const OrderToken = z.string().check(z.regex(/^[A-Za-z0-9]{40}$/))
