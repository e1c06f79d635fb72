import { m } from '#words/messages.js'
import type { ClientCode } from './http-client.ts'

/** Texts for every error code, loaded with the first error (`problem-text.ts`). */
export const problemWords: Record<ClientCode, () => string> = {
  timeout: m.problem_timeout,
  offline: m.problem_offline,
  invalid_input: m.problem_invalid_input,
  unauthenticated: m.problem_unauthenticated,
  forbidden: m.problem_forbidden,
  not_found: m.problem_not_found,
  too_many_requests: m.problem_too_many_requests,
  payload_too_large: m.problem_payload_too_large,
  unsupported_media_type: m.problem_unsupported_media_type,
  method_not_allowed: m.problem_method_not_allowed,
  unavailable: m.problem_unavailable,
  internal: m.problem_internal,
  member_required: m.problem_member_required,
  member_disabled: m.problem_member_disabled,
  member_changed_meanwhile: m.problem_member_changed_meanwhile,
  name_required: m.problem_name_required,
  claim_link_invalid: m.problem_claim_link_invalid,
  claim_not_possible: m.problem_claim_not_possible,
  image_unreadable: m.problem_image_unreadable,
  image_too_large: m.problem_image_too_large,
  acting_for_ended: m.problem_acting_for_ended,
  impersonation_ended: m.problem_impersonation_ended,
  impersonation_refused: m.problem_impersonation_refused,
  impersonator_refused: m.problem_impersonator_refused,
  too_many_participants: m.problem_too_many_participants,
  participant_holds_membership: m.problem_participant_holds_membership,
  email_required: m.problem_email_required,
  invitation_to_oneself: m.problem_invitation_to_oneself,
  already_linked: m.problem_already_linked,
  notification_not_allowed: m.problem_notification_not_allowed,
  message_required: m.problem_message_required,
  whatsapp_number_needed: m.problem_whatsapp_number_needed,
  unsubscribe_link_invalid: m.problem_unsubscribe_link_invalid,
  selection_invalid: m.problem_selection_invalid,
  selection_empty: m.problem_selection_empty,
  consent_required: m.problem_consent_required,
  address_incomplete: m.problem_address_incomplete,
  fresh_sign_in_required: m.problem_fresh_sign_in_required,
  organisation_not_found: m.problem_organisation_not_found,
  club_paused: m.problem_club_paused,
  payment_not_configured: m.problem_payment_not_configured,
  configuration_not_found: m.problem_configuration_not_found,
  configuration_not_on_sale: m.problem_configuration_not_on_sale,
  season_invalid: m.problem_season_invalid,
  season_published: m.problem_season_published,
  too_many_seasons: m.problem_too_many_seasons,
  membership_too_young: m.problem_membership_too_young,
  membership_too_old: m.problem_membership_too_old,
  term_already_held: m.problem_term_already_held,
  one_organisation_per_order: m.problem_one_organisation_per_order,
  token_reused: m.problem_token_reused,
  event_not_found: m.problem_event_not_found,
  category_not_found: m.problem_category_not_found,
  event_not_public: m.problem_event_not_public,
  event_over: m.problem_event_over,
  event_members_only: m.problem_event_members_only,
  event_sale_not_started: m.problem_event_sale_not_started,
  event_sale_ended: m.problem_event_sale_ended,
  event_sold_out: m.problem_event_sold_out,
  already_registered: m.problem_already_registered,
  category_members_only: m.problem_category_members_only,
  category_age: m.problem_category_age,
  birth_date_missing: m.problem_birth_date_missing,
  coupon_not_valid: m.problem_coupon_not_valid,
  coupon_used_up: m.problem_coupon_used_up,
  thread_not_found: m.problem_thread_not_found,
  thread_link_invalid: m.problem_thread_link_invalid,
  challenge_failed: m.problem_challenge_failed,
  attachment_not_found: m.problem_attachment_not_found,
  attachment_type: m.problem_attachment_type,
  upload_limit: m.problem_upload_limit,
  too_many_attachments: m.problem_too_many_attachments,
  answered_meanwhile: m.problem_answered_meanwhile,
  asker_forgotten: m.problem_asker_forgotten,
  template_exists: m.problem_template_exists,
  too_many_templates: m.problem_too_many_templates,
  role_not_yours: m.problem_role_not_yours,
  own_access: m.problem_own_access,
  already_in_office: m.problem_already_in_office,
  last_chair: m.problem_last_chair,
  changed_meanwhile: m.problem_changed_meanwhile,
  office_invitation_invalid: m.problem_office_invitation_invalid,
  office_invitation_of_other: m.problem_office_invitation_of_other,
  go_live_incomplete: m.problem_go_live_incomplete,
  club_not_in_test: m.problem_club_not_in_test,
  gateway_key_refused: m.problem_gateway_key_refused,
  cvr_invalid: m.problem_cvr_invalid,
  too_many_text_versions: m.problem_too_many_text_versions,
  note_changed: m.problem_note_changed,
  too_many_notes: m.problem_too_many_notes,
  coupon_validation_needs_organisation: m.problem_coupon_validation_needs_organisation,
  coupon_application_needs_organisation: m.problem_coupon_application_needs_organisation,
  coupon_list_needs_organisation: m.problem_coupon_list_needs_organisation,
  coupon_details_need_organisation: m.problem_coupon_details_need_organisation,
  coupon_details_need_code: m.problem_coupon_details_need_code,
  calendar_feed_ended: m.problem_calendar_feed_ended,
  too_many_calendar_feeds: m.problem_too_many_calendar_feeds,
  order_not_found: m.problem_order_not_found,
  order_ended: m.problem_order_ended,
  held_by_other: m.problem_held_by_other,
  no_longer_allowed_for: m.problem_no_longer_allowed_for,
  too_many_unpaid_places: m.problem_too_many_unpaid_places,
  too_many_unpaid_orders: m.problem_too_many_unpaid_orders,
  order_paid: m.problem_order_paid,
  payment_in_progress: m.problem_payment_in_progress,
  amount_mismatch: m.problem_amount_mismatch,
  payment_handle_invalid: m.problem_payment_handle_invalid,
  payment_gateway_unavailable: m.problem_payment_gateway_unavailable,
  payment_gateway_refused: m.problem_payment_gateway_refused,
  event_payment_not_started: m.problem_event_payment_not_started,
  payment_request_failed: m.problem_payment_request_failed,
  payment_link_missing: m.problem_payment_link_missing,
  payment_capture_failed: m.problem_payment_capture_failed,
  payment_decline_failed: m.problem_payment_decline_failed,
  payment_not_found: m.problem_payment_not_found,
  authorization_unknown: m.problem_authorization_unknown,
  authorization_foreign: m.problem_authorization_foreign,
  order_not_paid: m.problem_order_not_paid,
  line_refunded: m.problem_line_refunded,
  ticket_not_free: m.problem_ticket_not_free,
  event_begun: m.problem_event_begun,
  refund_in_progress: m.problem_refund_in_progress,
  saved_card_required: m.problem_saved_card_required,
  refund_not_found: m.problem_refund_not_found,
}

/** Variants that say how long to wait. */
const withWait: Partial<Record<ClientCode, (inputs: { time: string; name: string }) => string>> = {
  held_by_other: m.problem_held_by_other_wait,
  too_many_requests: m.problem_too_many_requests_wait,
  upload_limit: m.problem_upload_limit_wait,
  too_many_unpaid_orders: m.problem_too_many_unpaid_orders_wait,
}

/** Variants for waits longer than `LONG`: a daily limit is reached, so retrying soon is no use. */
const withDailyLimit: typeof withWait = { ...withWait, too_many_requests: m.problem_too_many_requests_day }
const LONG = 90 * 60

const withNames: Partial<Record<ClientCode, (inputs: { names: string }) => string>> = {
  no_longer_allowed_for: m.problem_no_longer_allowed_for_names,
}

/** The text with a waiting time or names, where the error carries them. */
export function detailedText(code: ClientCode, data: Readonly<Record<string, unknown>>): string | undefined {
  const { retryAfter, name, names } = data
  if (typeof retryAfter === 'number')
    return (retryAfter > LONG ? withDailyLimit : withWait)[code]?.({
      time: timeWords(retryAfter),
      name: typeof name === 'string' ? name : '',
    })
  return typeof names === 'string' ? withNames[code]?.({ names }) : undefined
}

/** Seconds below 90, otherwise rounded up to minutes or hours. */
function timeWords(seconds: number): string {
  if (seconds < 90) return m.time_seconds({ count: Math.ceil(seconds) })
  if (seconds <= LONG) return m.time_minutes({ count: Math.ceil(seconds / 60) })
  return m.time_hours({ count: Math.ceil(seconds / 3600) })
}
