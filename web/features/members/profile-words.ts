import type { Member } from '#contract/members/members.ts'
import type { Language } from '#contract/values.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { countryWords } from './words.ts'
import { m } from '#words/messages.js'
import { locales } from '#words/runtime.js'
import type { EditedField } from '#web/forms/edited-form.ts'
import { flatFields, type ProfileField, type ProfileValues } from './profile-values.ts'

const genders: Record<Member['gender'], () => string> = {
  '': () => m.profile_blank(),
  female: () => m.profile_gender_female(),
  male: () => m.profile_gender_male(),
  other: () => m.profile_gender_other(),
}
export const genderWords = (gender: Member['gender']) => genders[gender]()
export const genderChoices = () =>
  (['', 'female', 'male', 'other'] as const).map((value) => ({ value, label: genders[value]() }))

const languages: Record<Language | '', () => string> = {
  '': () => m.profile_language_browser(),
  da: () => 'Dansk',
  en: () => 'English',
}
export const languageWords = (language: Language | '' | null) => languages[language ?? '']()
export const languageChoices = () => (['', ...locales] as const).map((value) => ({ value, label: languages[value]() }))

const fields: Record<ProfileField, () => string> = {
  firstName: () => m.profile_first_name(),
  lastName: () => m.profile_last_name(),
  phone: () => m.profile_phone(),
  gender: () => m.profile_gender(),
  dateOfBirth: () => m.profile_birthday(),
  language: () => m.profile_language(),
  'address.AddressLine1': () => m.address_line1(),
  'address.AddressLine2': () => m.address_line2(),
  'address.AddressLine3': () => m.address_line3(),
  'address.City': () => m.address_city(),
  'address.PostCode': () => m.address_postcode(),
  'address.Country': () => m.address_country(),
  comments: () => m.profile_comments(),
}
export const fieldName = (field: ProfileField) => fields[field]()

/** The fields of a profile, to compare two versions. */
export const profileFields = (values: ProfileValues): EditedField[] =>
  flatFields(values).map(([path, value]) => ({ path, label: fieldName(path), value, shown: shown(path, value) }))

function shown(field: ProfileField, text: string): string {
  if (field === 'gender') return genderWords(text as Member['gender'])
  if (field === 'language') return languageWords(text as ProfileValues['language'])
  if (text === '') return m.profile_blank()
  if (field === 'phone') return phoneWords(text)
  return field === 'address.Country' ? countryWords(text) : text
}
