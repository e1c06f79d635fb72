import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { LocalText, localTextOf } from '../local-text.ts'
import { PersonName } from '../members/members.ts'
import { Id, integer, integerInQuery, Language, lines, Moment, requiredLines, text } from '../values.ts'

/** Its terms of sale; what it does with people's data. */
export const clubTextPurposes = ['terms', 'privacy'] as const
export const ClubTextPurpose = z.enum(clubTextPurposes)
export type ClubTextPurpose = z.infer<typeof ClubTextPurpose>

/** The versions of a club's texts that count; null where it has none. Optional in answers, because those kept on a phone may be older. */
export const TextVersions = z.object({ terms: z.nullable(integer()), privacy: z.nullable(integer()) })
export type TextVersions = z.infer<typeof TextVersions>

/** A version of a text, as its club reads it. Markdown. */
export const ClubText = z.object({
  purpose: ClubTextPurpose,
  version: integer(),
  text: LocalText,
  /** Null where a command wrote it. */
  by: z.nullable(PersonName),
  at: Moment,
})
export type ClubText = z.infer<typeof ClubText>

/** The longest text of a club, of about ten pages. */
export const MOST_OF_A_TEXT = 20_000

export const ClubTextBody = z.object({
  purpose: ClubTextPurpose,
  text: localTextOf(requiredLines(MOST_OF_A_TEXT), lines(MOST_OF_A_TEXT)),
  /** The version that was edited; 0 for the first one. */
  version: integer(0),
})

export const PublicClubText = z.object({
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  purpose: ClubTextPurpose,
  version: integer(),
  /** Today's version. */
  latest: integer(),
  /** Markdown, in the reader's language or else in Danish. */
  text: text(MOST_OF_A_TEXT),
  language: Language,
  at: Moment,
})

export const clubTexts = {
  list: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/settings/text/list`,
    summary: "A club's terms of sale and its privacy text, every version, newest first",
    params: z.object({ orgId: Id }),
    output: z.array(ClubText).check(z.maxLength(400)),
    errors: ['organisation_not_found'],
  }),
  write: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/settings/text/item`,
    summary: 'Writes a new version of a text, which counts from now on; the same text again changes nothing',
    params: z.object({ orgId: Id }),
    body: ClubTextBody,
    output: ClubText,
    errors: ['organisation_not_found', 'changed_meanwhile', 'too_many_text_versions'],
  }),
  read: endpoint({
    method: 'GET',
    path: `${orgApi}/public/org/{id}/text/{purpose}`,
    summary: "An open club's terms of sale or privacy text, today's version or an earlier one",
    params: z.object({ id: Id, purpose: ClubTextPurpose }),
    query: z.object({ version: z.optional(integerInQuery(1, 100_000)) }),
    output: PublicClubText,
    sharedCache: true,
    mayBeStale: true,
    errors: ['organisation_not_found', 'not_found'],
  }),
}
