import { LongText } from '#contract/office-history.ts'
import { GrantedRole } from '#contract/office-scopes.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { eventLabels } from '#web/features/events/office/event-words.ts'
import { kindWords } from '#web/features/events/kinds.tsx'
import { formatDate, formatNumber, formatSum } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { roleName } from './words.ts'

/** The fields that a history names, as a page says them. An export has the same words (`history-text.ts`). */
const fields: Readonly<Record<string, () => string>> = {
  name: m.history_field_name,
  nameEn: m.history_field_name_en,
  title: m.history_field_title,
  titleEn: m.history_field_title_en,
  text: m.history_field_text,
  description: m.history_field_description,
  descriptionDa: m.history_field_description_da,
  descriptionEn: m.history_field_description_en,
  benefits: m.history_field_benefits,
  benefitsEn: m.history_field_benefits_en,
  address: m.history_field_address,
  city: m.history_field_city,
  cvr: m.history_field_cvr,
  email: m.history_field_email,
  phone: m.history_field_phone,
  website: m.history_field_website,
  colour: m.history_field_colour,
  graceDays: m.history_field_grace_days,
  picture: m.history_field_picture,
  pictureAlt: m.history_field_picture_alt,
  pictureAltEn: m.history_field_picture_alt_en,
  focalX: m.history_field_focal_x,
  focalY: m.history_field_focal_y,
  roles: m.history_field_roles,
  series: m.history_field_series,
  startDate: m.history_field_start_date,
  endDate: m.history_field_end_date,
  offerStartDate: m.history_field_offer_start_date,
  minAge: m.history_field_min_age,
  maxAge: m.history_field_max_age,
  price: m.history_field_price,
  memberPrice: m.history_field_member_price,
  vatRate: m.history_field_vat_rate,
  surcharge: m.history_field_surcharge,
  combinable: m.history_field_combinable,
  isTrial: m.history_field_is_trial,
  isPassive: m.history_field_is_passive,
  from: m.history_field_from,
  kind: m.history_field_kind,
  startsAt: m.history_field_starts_at,
  endsAt: m.history_field_ends_at,
  doorsAt: m.history_field_doors_at,
  timeZone: m.history_field_time_zone,
  place: m.history_field_place,
  placeEn: m.history_field_place_en,
  forMembers: m.history_field_for_members,
  guestsInvited: m.history_field_guests_invited,
  memberSeries: m.history_field_member_series,
  onePerPerson: m.history_field_one_per_person,
  publicFrom: m.history_field_public_from,
  saleFrom: m.history_field_sale_from,
  saleUntil: m.history_field_sale_until,
  refundUntilHours: m.history_field_refund_until_hours,
  capacity: m.history_field_capacity,
  membersOnly: m.history_field_members_only,
  closed: m.history_field_closed,
  pool: m.history_field_pool,
  places: m.history_field_places,
  until: m.history_field_until,
  percent: m.history_field_percent,
  amount: m.history_field_amount,
  categories: m.history_field_categories,
  category: m.history_field_category,
  validFrom: m.history_field_valid_from,
  validUntil: m.history_field_valid_until,
  totalLimit: m.history_field_total_limit,
  perMemberLimit: m.history_field_per_member_limit,
  listed: m.history_field_listed,
  codes: m.history_field_codes,
  count: m.history_field_count,
  people: m.history_field_people,
  person: m.history_field_person,
  method: m.history_field_method,
  lines: m.history_field_lines,
  outcome: m.history_field_outcome,
  list: m.history_field_list,
  format: m.history_field_format,
  rows: m.history_field_rows,
  merchant: m.history_field_merchant,
  key: m.history_field_key,
  fingerprint: m.history_field_fingerprint,
  storageMb: m.history_field_storage_mb,
  version: m.history_field_version,
  state: m.history_field_state,
  endedTests: m.history_field_ended_tests,
  memberships: m.history_field_memberships,
  gatewayKey: m.history_field_gateway_key,
  error: m.history_field_error,
  tickets: m.history_field_tickets,
  orders: m.history_field_orders,
  toCards: m.history_field_to_cards,
  byHand: m.history_field_by_hand,
  refunds: m.history_field_refunds,
  freeTickets: m.history_field_free_tickets,
  unpaidOrders: m.history_field_unpaid_orders,
  couponsUsed: m.history_field_coupons_used,
  testTickets: m.history_field_test_tickets,
  testOrders: m.history_field_test_orders,
}

/** A declared field is named here where its label in the form would not do. */
const names: Readonly<Record<string, () => string>> = { ...eventLabels, ...fields }

/** Values that are words of ours. */
const values: Readonly<Record<string, () => string>> = {
  draft: m.history_value_draft,
  test: m.history_value_test,
  live: m.history_value_live,
  paused: m.history_value_paused,
  closed: m.history_value_closed,
  logo: m.history_value_logo,
  cover: m.history_value_cover,
  paid: m.history_value_paid,
  confirming: m.history_value_confirming,
  returned: m.history_value_returned,
  free: m.history_value_free,
  cash: m.history_value_cash,
  bankTransfer: m.history_value_bank_transfer,
  mobilepay: m.history_value_mobilepay,
  members: m.history_value_members,
  payments: m.history_value_payments,
  history: m.history_value_history,
  registrations: m.history_value_registrations,
  couponCodes: m.history_value_coupon_codes,
  all: m.history_value_all,
  none: m.history_value_none,
}

/** In which fields. In others, a text is somebody's own. */
const ownWords = ['state', 'picture', 'outcome', 'method', 'list', 'refunds']

const money = ['price', 'memberPrice', 'surcharge', 'amount', 'toCards', 'byHand']

/** `Adult.Early bird.price` belongs to a category: the last part is the field. A pool's places have the pool's name last. */
function partsOf(path: string): { field: string; of: string } {
  if (path.startsWith('pool.')) return { field: 'pool', of: path.slice('pool.'.length) }
  const at = path.lastIndexOf('.')
  return { field: path.slice(at + 1), of: path.slice(0, Math.max(at, 0)).replaceAll('.', ', ') }
}

/** `Price`, `Adult: Price`. A name from a newer server is shown as it is. */
export function fieldName(path: string): string {
  const { field, of } = partsOf(path)
  const name = Object.hasOwn(names, field) ? names[field]!() : field
  return of ? `${of}: ${name}` : name
}

/** A value as people write it: amounts in kroner, days, yes and no. */
export function fieldValue(path: string, value: unknown): string {
  const { field } = partsOf(path)
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.map((one) => fieldValue(path, one)).join(', ')
  const long = LongText.safeParse(value)
  if (long.success) return m.history_long_text({ count: formatNumber(long.data.characters), hash: long.data.hash })
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => fieldValue(path, one))
      .join(' / ')
  if (typeof value === 'boolean') return value ? m.history_value_yes() : m.history_value_no()
  if (typeof value === 'number') return money.includes(field) ? formatSum(value) : formatNumber(value)
  const text = value as string
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text)
  // A clock at the event's place.
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return `${formatDate(text.slice(0, 10))} ${text.slice(11)}`
  if (/phone$/i.test(field)) return phoneWords(text)
  if (field === 'kind') return kindWords(text)
  const role = field === 'roles' ? GrantedRole.safeParse(text) : null
  if (role?.success) return roleName(role.data)
  return ownWords.includes(field) && Object.hasOwn(values, text) ? values[text]!() : text
}
