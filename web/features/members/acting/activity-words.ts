import {
  IconArchive,
  IconArrowBackUp,
  IconCreditCardOff,
  IconLink,
  IconLinkOff,
  IconMailForward,
  IconPencil,
  IconPhoto,
  IconShoppingCart,
  IconTicketOff,
  IconUserOff,
  IconUserPlus,
  IconUserShield,
  IconUserX,
  type Icon,
} from '#web/ui/icons/index.ts'
import type { AuditEntry, ActingAs, AuditEvent } from '#contract/members/acting.ts'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'

interface NameWords {
  readonly icon: Icon
  readonly tone: 'fjord' | 'teal' | 'coral' | 'gray'
  readonly words: (data: AuditEntry['data']) => string
}

const textIn = (data: AuditEntry['data'], name: string): string => (typeof data[name] === 'string' ? data[name] : '')

const fieldNames: Record<string, () => string> = {
  firstName: m.profile_first_name,
  lastName: m.profile_last_name,
  phone: m.profile_phone,
  gender: m.profile_gender,
  dateOfBirth: m.profile_birthday,
  language: m.profile_language,
  address: m.profile_address,
  comments: m.profile_comments,
}

/** Names of the changed fields; the address counts as one. Unknown fields are left out. */
function fieldsIn({ fields }: AuditEntry['data']): string {
  const named = Array.isArray(fields)
    ? fields.map((field) => (isOfAddress(String(field)) ? 'address' : String(field)))
    : []
  return [...new Set(named)].flatMap((field) => fieldNames[field]?.() ?? []).join(', ')
}

const isOfAddress = (field: string) => /^(address|city|postCode|country|AddressLine|City|PostCode|Country)/.test(field)

const withMore = (words: string, more: string) => (more === '' ? words : `${words}: ${more}`)

const names: Record<AuditEvent, NameWords> = {
  profile_changed: {
    icon: IconPencil,
    tone: 'fjord',
    words: (data) => withMore(m.act_profile_changed(), fieldsIn(data)),
  },
  image_changed: { icon: IconPhoto, tone: 'fjord', words: () => m.act_image_changed() },
  participant_added: { icon: IconUserPlus, tone: 'teal', words: () => m.act_participant_added() },
  participant_archived: { icon: IconArchive, tone: 'gray', words: () => m.act_participant_archived() },
  participant_restored: { icon: IconArrowBackUp, tone: 'teal', words: () => m.act_participant_restored() },
  family_invited: {
    icon: IconMailForward,
    tone: 'fjord',
    words: (data) => withMore(m.act_family_invited(), otherIn(data)),
  },
  family_approved: { icon: IconLink, tone: 'teal', words: (data) => withMore(m.act_family_approved(), otherIn(data)) },
  family_rejected: { icon: IconUserX, tone: 'gray', words: (data) => withMore(m.act_family_rejected(), otherIn(data)) },
  family_ended: { icon: IconLinkOff, tone: 'coral', words: (data) => withMore(m.act_family_ended(), otherIn(data)) },
  order_prepared: {
    icon: IconShoppingCart,
    tone: 'fjord',
    words: (data) => withMore(m.act_order_prepared(), textIn(data, 'number')),
  },
  order_cancelled: {
    icon: IconCreditCardOff,
    tone: 'gray',
    words: (data) => withMore(m.act_order_cancelled(), textIn(data, 'number')),
  },
  ticket_given_up: {
    icon: IconTicketOff,
    tone: 'gray',
    words: (data) => withMore(m.act_ticket_cancelled(), textIn(data, 'number')),
  },
  impersonation_started: { icon: IconUserShield, tone: 'coral', words: () => m.act_impersonation_started() },
  impersonation_ended: { icon: IconUserOff, tone: 'gray', words: () => m.act_impersonation_ended() },
  changed: { icon: IconPencil, tone: 'fjord', words: () => m.act_changed() },
}

const otherIn = (data: AuditEntry['data']) => textIn(data, 'name') || textIn(data, 'email')

const reasons: Record<ActingAs, () => string> = {
  participant: m.act_as_participant,
  relative: m.act_as_relative,
  relative_participant: m.act_as_relative,
  impersonator: m.act_as_impersonator,
}

/** An audit entry in words for the member who reads it: what was done, by and for whom, and by what right. */
export function activityWords(act: AuditEntry, memberId: string) {
  // A newer server may send other names.
  const { icon, tone, words } = act.name in names ? names[act.name] : names.changed
  const actor = act.actor.id === memberId ? m.act_you_subject() : fullName(act.actor)
  const subject = act.subject.id === memberId ? m.act_you_object() : fullName(act.subject)
  const sentence = act.actor.id === act.subject.id ? actor : m.act_by_for({ actor, subject })
  return { icon, tone, what: words(act.data), sentence, why: act.as && reasons[act.as]() }
}
