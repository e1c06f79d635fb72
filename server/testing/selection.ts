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

export interface Line {
  readonly memberId: string
  readonly season: Pick<Season, 'id' | 'orgId'>
}

/** A selection as the web app sends it. */
export const membershipData = (lines: readonly Line[], changes: object = {}): string =>
  Buffer.from(
    JSON.stringify({
      lines: lines.map(({ memberId, season }) => ({ memberId, orgId: season.orgId, membershipConfId: season.id })),
      gdprAgreement: true,
      billing,
      ...changes,
    }),
  ).toString('base64')
