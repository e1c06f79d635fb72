import { eventKinds, isEventKind } from '#contract/events/kinds.ts'
import { isSumField } from '#contract/money-fields.ts'
import { type HistoryEntry, type HistoryField, LongText, type OfficeEvent } from '#contract/audit/history.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { type Language, LocalDate } from '#contract/values.ts'
import { formatDay, formatNumber, formatSum } from '#server/documents/format.ts'
import * as m from '#words/messages.js'

type Fields = Readonly<Record<string, unknown>> | null

/** Fields whose values are words of ours. In others, a text is somebody's own. */
const ownWords = ['state', 'picture', 'outcome', 'method', 'list', 'refunds', 'kind', 'leaveReason', 'teamRole']

/** Words of labels that are keys of ours: the use of a picture, the template of a message. */
const ownLabels: Partial<Record<OfficeEvent, string>> = {
  club_picture_set: 'history_value',
  club_picture_removed: 'history_value',
  message_resent: 'messages_template',
}

/** A sentence about what was done, with the name of the thing: *Changed the roles of Dan Krogh*. */
export function historySentence({ name, label }: Pick<HistoryEntry, 'name' | 'label'>, locale: Language): string {
  const own = ownLabels[name] && wordOf(`${ownLabels[name]}_${snake(label)}`, locale)
  return m[`history_${name}`]({ label: own ?? label }, { locale })
}

/** The fields of an entry before and after, as people write them. Of a discount code earlier versions kept the event's id. */
export const writtenFields = (before: Fields, after: Fields, locale: Language): HistoryField[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((path) => path !== 'eventId')
    .map((path) => ({
      name: fieldName(path, locale),
      before: fieldValue(path, before?.[path], locale),
      after: fieldValue(path, after?.[path], locale),
    }))

/** `Adult.Early bird.price` belongs to a category: the last part is the field. A pool's places have the pool's name last. */
function partsOf(path: string): { field: string; of: string } {
  if (path.startsWith('pool.')) return { field: 'pool', of: path.slice('pool.'.length) }
  const at = path.lastIndexOf('.')
  return { field: path.slice(at + 1), of: path.slice(0, Math.max(at, 0)).replaceAll('.', ', ') }
}

/** `Price`, `Adult: Price`. A field without a word is shown by its own name. */
export function fieldName(path: string, locale: Language): string {
  const { field, of } = partsOf(path)
  const name = wordOf(`history_field_${snake(field)}`, locale) ?? field
  return of ? `${of}: ${name}` : name
}

/** A value as people write it: amounts in kroner, days, yes and no. */
export function fieldValue(path: string, value: unknown, locale: Language): string {
  const { field, of } = partsOf(path)
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.map((one) => fieldValue(path, one, locale)).join(', ')
  const long = LongText.safeParse(value)
  if (long.success) {
    const { characters, hash } = long.data
    return m.history_long_text({ count: formatNumber(characters, locale), hash }, { locale })
  }
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => fieldValue(path, one, locale))
      .join(' / ')
  if (typeof value === 'boolean') return (value ? m.history_value_yes : m.history_value_no)({}, { locale })
  if (typeof value === 'number') return isSumField(field) ? formatSum(value, locale) : formatNumber(value, locale)
  const text = value as string
  // A day, or a time on the clock at the event's place. A title may only look like one: `2026-13-45`.
  const [, day = '', time = ''] = /^(.{10})(?:T(\d{2}:\d{2}))?$/.exec(text) ?? []
  if (LocalDate.safeParse(day).success) return `${formatDay(day, locale)} ${time}`.trim()
  if (/phone$/i.test(field)) return phoneWords(text)
  if (field === 'kind' && isEventKind(text)) return m[`event_kind_${eventKinds[text]}`]({}, { locale })
  // Of a question.
  if (field === 'when') return wordOf(`question_when_${text}`, locale) ?? text
  if (field === 'kind' && of) return wordOf(`question_kind_${text}`, locale) ?? text
  if (field === 'accepted' || field === 'declined') return fieldName(text, locale)
  if (field === 'gender') return wordOf(`profile_gender_${text}`, locale) ?? text
  if (field === 'roles') return capital(wordOf(`office_role_${snake(text)}`, locale) ?? text)
  return (ownWords.includes(field) ? wordOf(`history_value_${snake(text)}`, locale) : null) ?? text
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const snake = (name: string) => name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Null for a key without words. */
export function wordOf(key: string, locale: Language): string | null {
  const word: unknown = Reflect.get(m, key)
  return typeof word === 'function' ? String(word({}, { locale })) : null
}
