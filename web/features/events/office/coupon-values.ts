import type { FormErrors } from '@mantine/form'
import type { Output } from '#contract/endpoint.ts'
import {
  couponFields,
  type CouponFields,
  MOST_CODES,
  type OfficeCoupon,
  type officeCoupons,
  problemsOfCoupon,
} from '#contract/events/office-coupons.ts'
import type { EditedField } from '#web/forms/edited-form.ts'
import {
  blankOf,
  editedFieldsOf,
  inputOf,
  type LabelsOf,
  typedOf,
  type TypedOf,
  unreadIn,
  readTyped,
} from '#web/forms/fields.tsx'
import { numberOf, numberProblem } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { couponFaultWords } from './coupon-words.ts'

/** Typed values. Amounts in kroner, as texts. */
export interface CouponValues extends TypedOf<typeof couponFields> {
  kind: 'own' | 'made' | 'batch'
  code: string
  count: string
  worth: 'percent' | 'amount'
}

/** An event that a code can be for. */
export type CouponEvent = Output<typeof officeCoupons.list>['events'][number]

export const blankCoupon: CouponValues = {
  ...blankOf(couponFields),
  kind: 'own',
  code: '',
  count: '100',
  worth: 'percent',
}

export const valuesOf = ({ fields, codes }: OfficeCoupon): CouponValues => ({
  ...blankCoupon,
  ...typedOf(couponFields, fields),
  kind: codes === null ? 'made' : 'batch',
  worth: fields.percent === null ? 'amount' : 'percent',
})

export function fieldsOf(values: CouponValues): CouponFields {
  const isPercent = values.worth === 'percent'
  const fields = readTyped(couponFields, values)
  return {
    ...fields,
    percent: isPercent ? (fields.percent ?? 0) : null,
    amount: isPercent ? null : (fields.amount ?? 0),
    // Those of an event that is no longer chosen stay in the form only.
    categories: values.eventId ? fields.categories : null,
    ...(values.kind === 'batch' && { totalLimit: null, perMemberLimit: null, listed: false }),
  }
}

export function errorsOf(values: CouponValues, base: OfficeCoupon | null): FormErrors {
  const count = numberOf(values.count)
  const isCount = Number.isInteger(count) && count >= 2 && count <= MOST_CODES
  return {
    ...Object.fromEntries(
      problemsOfCoupon(fieldsOf(values)).map(({ path, fault }) => [
        inputOf(couponFields, path),
        couponFaultWords(fault),
      ]),
    ),
    ...(!base && values.kind === 'own' && values.code.trim() === '' && { code: m.field_required() }),
    ...(!base && values.kind === 'batch' && !isCount && { count: m.codes_fault_count({ most: MOST_CODES }) }),
    ...unread(values),
  }
}

/** Why the inputs in use are not read as they are typed. */
function unread({ kind, worth, ...values }: CouponValues): FormErrors {
  const isBatch = kind === 'batch'
  const count = numberProblem(values.count)
  const problems = unreadIn(couponFields, {
    ...values,
    ...(worth === 'percent' ? { amount: '' } : { percent: '' }),
    ...(isBatch && { totalLimit: '', perMemberLimit: '' }),
  })
  return { ...problems, ...(isBatch && count !== null && { count }) }
}

export const couponLabels: LabelsOf<typeof couponFields> = {
  nameDa: m.codes_name_da,
  nameEn: m.codes_name_en,
  percent: m.codes_percent,
  amount: m.codes_amount,
  eventId: m.codes_event,
  categories: m.codes_categories,
  validFrom: m.codes_valid_from,
  validUntil: m.codes_valid_until,
  totalLimit: m.codes_total_limit,
  perMemberLimit: m.codes_buyer_limit,
  listed: m.codes_listed,
}

/** The fields in their order, to show two versions beside each other. */
export const editedFields = (values: CouponValues, events: readonly CouponEvent[]): EditedField[] => [
  { path: 'code', label: m.codes_code(), value: values.code, shown: values.code },
  {
    path: 'worth',
    label: m.codes_worth(),
    value: values.worth,
    shown: values.worth === 'percent' ? m.copy_percent() : m.codes_worth_amount(),
  },
  ...editedFieldsOf(couponFields, values, couponLabels, {
    eventId: events.find(({ id }) => id === values.eventId)?.title ?? m.codes_event_all(),
  }),
]
