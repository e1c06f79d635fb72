import { supportedCountry } from '#contract/members/countries.ts'
import type { Member, MemberChanges } from '#contract/members/members.ts'
import type { Language } from '#contract/values.ts'
import { withoutSpaces } from './address-rules.ts'

/** Form values of a profile: texts in the shape of `MemberChanges`. */
export interface ProfileValues {
  firstName: string
  lastName: string
  phone: string
  gender: Member['gender']
  dateOfBirth: string
  language: Language | ''
  address: MemberChanges['address']
  /** A club's notes; only sent by members who may write them. */
  comments: string
  /** The participant has the current user's address. */
  livesWithMe: boolean
}

export function profileValues(member: Member): ProfileValues {
  const { address } = member
  return {
    firstName: member.firstName,
    lastName: member.lastName,
    phone: member.phone,
    gender: member.gender,
    dateOfBirth: member.dateOfBirth ?? '',
    language: member.language ?? '',
    address: {
      AddressLine1: address?.AddressLine1 ?? '',
      AddressLine2: address?.AddressLine2 ?? '',
      AddressLine3: address?.AddressLine3 ?? '',
      City: address?.City ?? '',
      PostCode: address?.PostCode ?? '',
      // Most members live in Denmark. An unsupported country must be chosen again.
      Country: address?.Country ? (supportedCountry(address.Country) ?? '') : 'Denmark',
    },
    comments: member.comments ?? '',
    livesWithMe: false,
  }
}

const addressStarted = (address: MemberChanges['address']) =>
  Object.values({ ...address, Country: '' }).some((line) => line.trim() !== '')

/** Fields to send for any person. An address with only a country counts as empty. */
export function personFields(values: ProfileValues) {
  const { firstName, lastName, phone, gender, dateOfBirth, language, address } = values
  return {
    firstName,
    lastName,
    phone,
    gender,
    dateOfBirth: dateOfBirth === '' ? null : dateOfBirth,
    language: language === '' ? null : language,
    address: addressStarted(address)
      ? { ...address, PostCode: withoutSpaces(address.PostCode) }
      : { ...address, Country: '' },
  }
}

export function profileChanges(
  values: ProfileValues,
  member: Pick<Member, 'id' | 'updateDate' | 'can'>,
): MemberChanges {
  return {
    ...personFields(values),
    ...(member.can.comment && { comments: values.comments }),
    id: member.id,
    updateDate: member.updateDate,
  }
}

export type ProfileField =
  | Exclude<keyof ProfileValues, 'address' | 'livesWithMe'>
  | `address.${keyof ProfileValues['address']}`

/** All fields as path and text, in the order of the form. */
export const flatFields = ({ address, comments, ...values }: ProfileValues): [ProfileField, string][] => {
  const { firstName, lastName, phone, gender, dateOfBirth, language } = values
  return [
    ...Object.entries({ firstName, lastName, phone, gender, dateOfBirth, language }),
    ...Object.entries(address).map(([name, text]) => [`address.${name}`, text]),
    ['comments', comments],
  ] as [ProfileField, string][]
}
