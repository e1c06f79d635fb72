import type { GivenAnswers } from '#contract/events/questions.ts'
import type { Season } from './builders.ts'

/** Where the simulated buyer lives. */
export const billing = {
  name: 'Anna Holm',
  email: 'anna@example.com',
  phone: '+4520112233',
  addressLine1: 'Havnevej 1',
  addressLine2: '',
  addressLine3: '',
  postCode: '4000',
  city: 'Roskilde',
  country: 'Denmark',
}

export interface MembershipLine {
  readonly memberId: string
  readonly season: Pick<Season, 'id' | 'orgId'>
}

export interface EventLine {
  readonly memberId: string
  readonly event: { readonly id: string }
  /** `adult` when left out. */
  readonly category?: string
  readonly answers?: GivenAnswers
}

export type Line = MembershipLine | EventLine

/** A line as the wire has it. */
export const selected = (line: Line) =>
  'season' in line
    ? { memberId: line.memberId, orgId: line.season.orgId, membershipConfId: line.season.id }
    : {
        memberId: line.memberId,
        eventId: line.event.id,
        category: line.category ?? 'adult',
        ...(line.answers && { answers: line.answers }),
      }

/** A selection as the web app sends it. */
export const membershipData = (lines: readonly Line[], changes: object = {}): string =>
  Buffer.from(
    JSON.stringify({
      lines: lines.map(selected),
      gdprAgreement: true,
      billing,
      ...changes,
    }),
  ).toString('base64')
