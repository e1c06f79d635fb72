import type { FormErrors } from '@mantine/form'
import { type CouponFields, MOST_CODES, type OfficeCoupon, problemsOfCoupon } from '#contract/office-coupons.ts'
import type { EditedField } from '#web/api/edited-form.ts'
import { amountProblem, minorOf, numberOf, numberProblem, typedAmount } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { couponFaultWords } from './coupon-words.ts'

/** What is typed. Amounts in kroner, as texts. */
export interface CouponValues {
  kind: 'own' | 'made' | 'batch'
  code: string
  count: string
  nameDa: string
  nameEn: string
  worth: 'percent' | 'amount'
  percent: string
  amount: string
  eventId: string
  categories: string[]
  validFrom: string
  validUntil: string
  totalLimit: string
  perMemberLimit: string
  listed: boolean
}

/** An event that a code can be for. */
export interface CouponEvent {
  readonly id: string
  readonly title: string
  readonly over: boolean
  readonly categories: readonly { readonly key: string; readonly name: string }[]
}

export const blankCoupon: CouponValues = {
  kind: 'own',
  code: '',
  count: '100',
  nameDa: '',
  nameEn: '',
  worth: 'percent',
  percent: '',
  amount: '',
  eventId: '',
  categories: [],
  validFrom: '',
  validUntil: '',
  totalLimit: '',
  perMemberLimit: '',
  listed: false,
}

export const valuesOf = ({ fields, codes }: OfficeCoupon): CouponValues => ({
  ...blankCoupon,
  kind: codes === null ? 'made' : 'batch',
  nameDa: fields.name.da,
  nameEn: fields.name.en ?? '',
  worth: fields.percent === null ? 'amount' : 'percent',
  percent: fields.percent?.toString() ?? '',
  amount: fields.amount === null ? '' : typedAmount(fields.amount),
  eventId: fields.eventId ?? '',
  categories: [...(fields.categories ?? [])],
  validFrom: fields.validFrom ?? '',
  validUntil: fields.validUntil ?? '',
  totalLimit: fields.totalLimit?.toString() ?? '',
  perMemberLimit: fields.perMemberLimit?.toString() ?? '',
  listed: fields.listed,
})

const optional = (typed: string): number | null => (typed.trim() === '' ? null : numberOf(typed))

export function fieldsOf(values: CouponValues): CouponFields {
  const isPercent = values.worth === 'percent'
  const isBatch = values.kind === 'batch'
  return {
    name: { da: values.nameDa.trim(), ...(values.nameEn.trim() && { en: values.nameEn.trim() }) },
    percent: isPercent ? numberOf(values.percent) : null,
    amount: isPercent ? null : minorOf(values.amount),
    eventId: values.eventId || null,
    // Those of an event that is no longer chosen stay in the form only.
    categories: values.eventId && values.categories.length > 0 ? values.categories : null,
    validFrom: values.validFrom || null,
    validUntil: values.validUntil || null,
    totalLimit: isBatch ? null : optional(values.totalLimit),
    perMemberLimit: isBatch ? null : optional(values.perMemberLimit),
    listed: !isBatch && values.listed,
  }
}

/** Which input shows the fault of a field. */
export const inputOf = (path: string): string => (path === 'name' ? 'nameDa' : path)

export function errorsOf(values: CouponValues, base: OfficeCoupon | null): FormErrors {
  const count = numberOf(values.count)
  const isCount = Number.isInteger(count) && count >= 2 && count <= MOST_CODES
  return {
    ...Object.fromEntries(
      problemsOfCoupon(fieldsOf(values)).map(({ path, fault }) => [inputOf(path), couponFaultWords(fault)]),
    ),
    ...(!base && values.kind === 'own' && values.code.trim() === '' && { code: m.field_required() }),
    ...(!base && values.kind === 'batch' && !isCount && { count: m.codes_fault_count({ most: MOST_CODES }) }),
    ...Object.fromEntries(unread(values)),
  }
}

/** The amounts and numbers in use that are not read as they are typed. */
function unread({ kind, worth, ...values }: CouponValues): [string, string][] {
  const sentences = {
    ...(worth === 'percent' ? { percent: numberProblem(values.percent) } : { amount: amountProblem(values.amount) }),
    ...(kind === 'batch'
      ? { count: numberProblem(values.count) }
      : { totalLimit: numberProblem(values.totalLimit), perMemberLimit: numberProblem(values.perMemberLimit) }),
  }
  return Object.entries(sentences).flatMap(([path, sentence]) => (sentence === null ? [] : [[path, sentence]]))
}

const labels = {
  code: m.codes_code,
  nameDa: m.codes_name_da,
  nameEn: m.codes_name_en,
  worth: m.codes_worth,
  percent: m.codes_percent,
  amount: m.codes_amount,
  eventId: m.codes_event,
  categories: m.codes_categories,
  validFrom: m.codes_valid_from,
  validUntil: m.codes_valid_until,
  totalLimit: m.codes_total_limit,
  perMemberLimit: m.codes_buyer_limit,
  listed: m.codes_listed,
} satisfies Partial<Record<keyof CouponValues, () => string>>

type Labelled = keyof typeof labels

/** The fields in their order, to show two versions beside each other. */
export const editedFields = (values: CouponValues, events: readonly CouponEvent[]): EditedField[] =>
  (Object.keys(labels) as Labelled[]).map((path) => ({
    path,
    label: labels[path](),
    value: Array.isArray(values[path]) ? values.categories.join() : values[path],
    shown: shownValue(values, path, events),
  }))

function shownValue(values: CouponValues, path: Labelled, events: readonly CouponEvent[]): string {
  if (path === 'worth') return values.worth === 'percent' ? m.copy_percent() : m.codes_worth_amount()
  if (path === 'listed') return values.listed ? m.season_yes() : m.season_no()
  if (path === 'categories') return values.categories.join(', ')
  if (path === 'eventId') return events.find(({ id }) => id === values.eventId)?.title ?? m.codes_event_all()
  return values[path].replace('T', ' ')
}
