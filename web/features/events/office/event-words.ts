import type { Fields } from '#contract/fields.ts'
import {
  type categoryFields,
  type EventFault,
  eventFields,
  type EventFields,
  type EventProblem,
  type phaseFields,
  type poolFields,
} from '#contract/events/office.ts'
import { inputOf, type LabelsOf } from '#web/forms/fields.tsx'
import { readersText } from '#web/parts/local-text.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const eventLabels: LabelsOf<typeof eventFields> = {
  titleDa: m.event_edit_title_da,
  titleEn: m.event_edit_title_en,
  kind: m.event_edit_kind,
  descriptionDa: m.event_edit_description_da,
  descriptionEn: m.event_edit_description_en,
  startsAt: m.event_edit_starts,
  endsAt: m.event_edit_ends,
  doorsAt: m.event_edit_doors,
  timeZone: m.event_edit_zone,
  placeDa: m.event_edit_place_da,
  placeEn: m.event_edit_place_en,
  address: m.event_edit_address,
  contactPhone: m.history_field_contact_phone,
  memberSeries: m.event_edit_series,
  onePerPerson: m.event_edit_one_each,
  publicFrom: m.event_edit_public_from,
  saleFrom: m.event_edit_sale_from,
  saleUntil: m.event_edit_sale_until,
  refundUntilHours: m.event_edit_refund_hours,
}

const priceLabels = {
  nameDa: m.event_edit_name_da,
  nameEn: m.event_edit_name_en,
  price: m.event_edit_price,
  memberPrice: m.event_edit_member_price,
}

export const phaseLabels: LabelsOf<typeof phaseFields> = {
  ...priceLabels,
  until: m.event_edit_phase_until,
  places: m.event_edit_phase_places,
}

export const categoryLabels: LabelsOf<typeof categoryFields> = {
  ...priceLabels,
  capacity: m.event_places,
  minAge: m.event_edit_min_age,
  maxAge: m.event_edit_max_age,
  poolId: m.event_edit_pool,
  membersOnly: m.event_edit_members_only,
  closed: m.event_edit_stopped,
}

export const poolLabels: LabelsOf<typeof poolFields> = {
  name: m.event_edit_pool_name,
  capacity: m.event_edit_pool_capacity,
}

/** A time that was not chosen, an amount or number that is not read: the server never sees them. */
type Fault = EventFault | 'time_missing' | 'not_read'

export type ShownProblem = Omit<EventProblem, 'fault'> & {
  readonly fault: Fault
  /** Why a typed text is not read. */
  readonly problem?: () => string
}

/** A problem in words beside its field. */
export function faultWords({ fault, data = {}, problem = () => '' }: ShownProblem): string {
  const words: Record<Fault, () => string> = {
    title_missing: m.event_fault_title_missing,
    name_missing: m.event_fault_name_missing,
    time_zone_unknown: m.event_fault_time_zone_unknown,
    time_missing_that_day: m.event_fault_time_missing_that_day,
    time_missing: m.field_time_missing,
    not_read: problem,
    moved_to_past: m.event_fault_moved_to_past,
    guests_have_come: m.event_fault_guests_have_come,
    keep_until_past: m.event_fault_keep_until_past,
    keep_until_late: m.event_fault_keep_until_late,
    ends_before_start: m.event_fault_ends_before_start,
    longer_than_a_year: m.event_fault_longer_than_a_year,
    doors_after_start: m.event_fault_doors_after_start,
    public_after_end: m.event_fault_public_after_end,
    sale_ends_before_start: m.event_fault_sale_ends_before_start,
    sale_starts_after_event: m.event_fault_sale_starts_after_event,
    sale_ends_after_event: m.event_fault_sale_ends_after_event,
    refund_hours_out_of_range: m.event_fault_refund_hours_out_of_range,
    capacity_out_of_range: m.event_fault_capacity_out_of_range,
    category_missing: m.event_fault_category_missing,
    pool_unknown: m.event_fault_pool_unknown,
    pool_unused: m.event_fault_pool_unused,
    price_negative: m.event_fault_price_negative,
    price_too_high: m.event_fault_price_too_high,
    member_price_higher: m.event_fault_member_price_higher,
    age_out_of_range: m.event_fault_age_out_of_range,
    ages_reversed: m.event_fault_ages_reversed,
    phase_without_end: m.event_fault_phase_without_end,
    phases_out_of_order: m.event_fault_phases_out_of_order,
    phase_after_sale: m.event_fault_phase_after_sale,
    phase_dearer: m.event_fault_phase_dearer,
    phase_over: m.event_fault_phase_over,
    phase_beyond_capacity: m.event_fault_phase_beyond_capacity,
    capacity_below_sold: () => {
      const [sold, held] = [Number(data['sold'] ?? 0), Number(data['held'] ?? 0)]
      return m.event_fault_capacity_below_sold({ taken: sold + held, sold, held })
    },
    category_has_guests: m.event_fault_category_has_guests,
    alt_text_missing: m.event_fault_alt_text_missing,
    payment_not_configured: m.event_fault_payment_not_configured,
    event_over: m.event_fault_event_over,
    series_unknown: m.event_fault_series_unknown,
    member_price_for_nobody: m.event_fault_member_price_for_nobody,
    repeat_without_weekday: m.event_fault_repeat_without_weekday,
    repeat_without_end: m.event_fault_repeat_without_end,
    repeat_ends_before_start: m.event_fault_repeat_ends_before_start,
    repeat_too_long: m.event_fault_repeat_too_long,
    repeat_too_many: m.event_fault_repeat_too_many,
    repeat_only_once: m.event_fault_repeat_only_once,
    question_label_missing: m.question_fault_label_missing,
    question_options_missing: m.question_fault_options_missing,
    question_option_twice: m.question_fault_option_twice,
    question_purpose_missing: m.question_fault_purpose_missing,
    question_until_missing: m.question_fault_until_missing,
    question_condition_missing: m.question_fault_condition_missing,
    question_condition_not_before: m.question_fault_condition_not_before,
    question_condition_without_options: m.question_fault_condition_without_options,
    question_condition_option_gone: m.question_fault_condition_option_gone,
    question_condition_sensitive: m.question_fault_condition_sensitive,
    question_age_of_an_order: m.question_fault_age_of_an_order,
    question_sensitive_not_of_guests: m.question_fault_sensitive_not_of_guests,
    question_required_of_office: m.question_fault_required_of_office,
    question_delete_days_out_of_range: m.question_fault_delete_days,
    question_answered: m.question_fault_answered,
    question_depends_on_answered: m.question_fault_depends_on_answered,
    question_option_chosen: () => m.question_fault_option_chosen({ name: String(data['name'] ?? '') }),
  }
  const text = words[fault]()
  const date = data['date']
  // Of another date of its series.
  return typeof date === 'string' ? m.event_fault_on_date({ date: formatDate(date), text }) : text
}

/** Where a problem is: `Adult, early bird`, or the field's name. */
export function placeWords(
  path: string,
  { categories, pools, questions }: Pick<EventFields, 'categories' | 'pools' | 'questions'>,
): string {
  const [list, at, part, within] = path.split('.')
  if (list === 'pools') return pools[Number(at)]?.name || m.event_edit_pools()
  if (list === 'questions') {
    const question = questions[Number(at)]
    return (question && readersText(question.label)) || m.question_untitled()
  }
  if (path === 'picture') return m.event_picture()
  if (path === 'keepUntil') return m.event_edit_move_keep_until()
  if (list !== 'categories') return labelAt(path)
  const category = categories[Number(at)]
  if (!category) return m.event_edit_tab_prices()
  const name = readersText(category.name) || m.event_edit_category_untitled()
  if (part !== 'phases') return name
  const phase = category.phases[Number(within)]
  return `${name}, ${(phase && readersText(phase.name)) || m.event_edit_phase_untitled()}`
}

const editorTabs = ['what', 'when', 'who', 'prices', 'questions', 'people', 'money'] as const
export type EditorTab = (typeof editorTabs)[number]

export const editorTabOf = (text: unknown): EditorTab => editorTabs.find((one) => one === text) ?? 'what'

/** A field of an event by its name, in both languages together. */
export function fieldWords(field: string): string {
  const words: Readonly<Record<string, () => string>> = {
    title: m.history_field_title,
    description: m.history_field_description,
    place: m.history_field_place,
    forMembers: m.event_edit_who,
    guestsInvited: m.event_edit_who,
  }
  return words[field]?.() ?? labelAt(field)
}

const labelAt = (path: string): string =>
  (eventLabels as Readonly<Record<string, () => string>>)[inputOf(eventFields, path)]?.() ?? m.event_edit_tab_prices()

const tabOfPanel: Readonly<Record<string, EditorTab>> = {
  what: 'what',
  when: 'when',
  place: 'when',
  who: 'who',
  sale: 'who',
  refund: 'who',
  questions: 'questions',
}

/** The tab with the field of a problem. */
export function tabOfPath(path: string): EditorTab {
  const [field = ''] = path.split('.')
  if (field === 'keepUntil') return 'when'
  return field === 'picture' ? 'what' : (tabOfPanel[(eventFields as Fields)[field]?.panel ?? ''] ?? 'prices')
}
