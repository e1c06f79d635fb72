import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { PersonName } from '../members/members.ts'
import { Id, integer, LocalDate, Moment, singleLine, text } from '../values.ts'

export const HistoryThing = z.enum([
  'club',
  'access',
  'membership',
  'payment',
  'order',
  'member',
  'team',
  'thread',
  'event',
  'coupon',
  'import',
  'export',
  'template',
  'mail',
  'job',
])
export type HistoryThing = z.infer<typeof HistoryThing>

/** Actions of an office or an operator. */
export const OfficeEvent = z.enum([
  'access_invited',
  'access_invitation_withdrawn',
  'access_accepted',
  'access_changed',
  'access_revoked',
  'access_left',
  'office_looked_at',
  'club_created',
  'club_went_live',
  'club_paused',
  'club_resumed',
  'club_closed',
  'club_reopened',
  'club_removed',
  'people_tagged',
  'badges_printed',
  'register_changed',
  'club_field_added',
  'club_field_changed',
  'club_field_archived',
  'club_field_restored',
  'view_saved',
  'view_deleted',
  'member_disabled',
  'member_enabled',
  'member_erased',
  'member_exported',
  'person_left',
  'person_leaving_stopped',
  'person_returned',
  'grant_stopped',
  'membership_offered',
  'offer_stopped',
  'person_changed',
  'person_change_suggested',
  'person_suggestion_withdrawn',
  'person_suggestion_answered',
  'team_added',
  'team_changed',
  'team_archived',
  'team_restored',
  'team_people_added',
  'team_role_changed',
  'team_person_ended',
  'person_note_added',
  'person_note_changed',
  'person_note_done',
  'person_note_reopened',
  'person_note_removed',
  'people_merged',
  'merge_asked',
  'merge_withdrawn',
  'merge_declined',
  'merge_undone',
  'job_retried',
  'job_dropped',
  'message_resent',
  'person_added',
  'added_by_hand',
  'payment_recorded',
  'invoice_cancelled',
  'invoice_reminded',
  'refund_returned',
  'line_refunded',
  'refund_stopped',
  'payment_resolved',
  'payment_closed',
  'refund_retried',
  'refund_confirmed',
  'thread_answered',
  'answer_stopped',
  'thread_closed',
  'thread_reopened',
  'thread_marked_answered',
  'note_added',
  'note_removed',
  'template_added',
  'template_changed',
  'template_removed',
  'export_created',
  'export_downloaded',
  'membership_created',
  'membership_changed',
  'membership_published',
  'membership_stopped',
  'membership_resumed',
  'membership_draft_deleted',
  'membership_copied',
  'event_created',
  'event_changed',
  'event_published',
  'event_withdrawn',
  'event_draft_deleted',
  'event_copied',
  'event_repeated',
  'series_rule_changed',
  'registrations_present',
  'registrations_absent',
  'registrations_moved',
  'registrations_paid_back',
  'registrations_printed',
  'sensitive_answers_read',
  'answers_changed',
  'registration_added',
  'guests_messaged',
  'guests_message_stopped',
  'guests_message_retried',
  'waiting_messaged',
  'waiting_message_stopped',
  'waiting_message_retried',
  'members_messaged',
  'members_message_stopped',
  'members_message_retried',
  'waiting_offered',
  'waiting_removed',
  'question_template_saved',
  'question_template_removed',
  'event_move_told',
  'event_move_stopped',
  'event_cancelled',
  'event_cancel_approved',
  'event_cancel_declined',
  'event_cancel_asked',
  'event_cancel_retried',
  'event_cancel_stopped',
  'event_cancel_finished',
  'import_started',
  'import_finished',
  'import_undo_started',
  'import_undone',
  'import_invited',
  'import_invite_stopped',
  'member_linked',
  'coupon_created',
  'coupon_batch_created',
  'coupon_changed',
  'coupon_stopped',
  'coupon_resumed',
  'club_changed',
  'club_picture_set',
  'club_picture_removed',
  'terms_written',
  'privacy_written',
  'gateway_key_set',
  'merchant_changed',
  'merchant_confirmed',
  'go_live_asked',
  'go_live_withdrawn',
])
export type OfficeEvent = z.infer<typeof OfficeEvent>

/** A long text among the values: its hash tells one from another. */
export const LongText = z.object({ hash: text(8), characters: integer(0) })
export type LongText = z.infer<typeof LongText>

/** Values of fields: short texts, numbers and flags; never anything sensitive. A name holds those of a category and of an early price: `Adult.Early.price`. */
export const HistoryFields = z.record(text(200), z.unknown())

/** A changed field as people write it, in the language of the request: amounts in kroner, days, yes and no. */
export const HistoryField = z.object({ name: text(500), before: text(20_000), after: text(20_000) })
export type HistoryField = z.infer<typeof HistoryField>

/** A row of a club's history: who did what to which thing, with the fields before and after. */
export const HistoryEntry = z.object({
  id: Id,
  at: Moment,
  actor: PersonName,
  /** The actor was an operator of the portal. */
  byOperator: z.boolean(),
  name: OfficeEvent,
  /** The action in words, in the language of the request. */
  sentence: text(500),
  thing: HistoryThing,
  thingId: z.nullable(text(60)),
  /** The subject's name at that time. */
  label: text(300),
  before: z.nullable(HistoryFields),
  after: z.nullable(HistoryFields),
  fields: z.array(HistoryField),
  reason: z.nullable(text(1000)),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Which entries: of one kind of thing or one thing, one person, some days. */
export const historyQuery = {
  thing: z.optional(HistoryThing),
  thingId: z.optional(singleLine(60)),
  actorId: z.optional(Id),
  from: z.optional(LocalDate),
  until: z.optional(LocalDate),
}

/** The most entries of a history that a page counts. */
export const MOST_CHANGES_COUNTED = 10_000

export const HistoryPage = z.object({
  entries: z.array(HistoryEntry).check(z.maxLength(50)),
  next: z.nullable(Id),
  /** Everybody who is named in the club's history, by name. */
  people: z.array(PersonName).check(z.maxLength(200)),
  /** How many entries the filter matches, up to `MOST_CHANGES_COUNTED`. */
  total: integer(0),
})

/** Of one thing. */
export const EventHistoryPage = z.object({
  entries: z.array(HistoryEntry).check(z.maxLength(50)),
  next: z.nullable(Id),
  /** How many there are, up to `MOST_CHANGES_COUNTED`. */
  total: integer(0),
})

export const officeHistory = {
  list: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/history/list`,
    summary: "A club's history, newest first, in pages of 50; of one thing, one kind of thing, one person or some days",
    params: z.object({ orgId: Id }),
    query: z.object({
      before: z.optional(Id),
      ...historyQuery,
    }),
    output: HistoryPage,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  ofEvent: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/history/event/{eventId}`,
    summary: 'What the office did to an event, newest first, in pages of 50, for whoever sees the event there',
    params: z.object({ orgId: Id, eventId: Id }),
    query: z.object({ before: z.optional(Id) }),
    output: EventHistoryPage,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/history/person/{memberId}`,
    summary: 'What the office did about a person, newest first, in pages of 50, for whoever sees the person there',
    params: z.object({ orgId: Id, memberId: Id }),
    query: z.object({ before: z.optional(Id) }),
    output: EventHistoryPage,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
}
