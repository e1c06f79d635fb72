import { m } from '#words/messages.js'
import { ApiProblem, type ClientCode } from './http-client.ts'

const texts: Record<ClientCode, () => string> = {
  timeout: m.problem_timeout,
  offline: m.problem_offline,
  invalid_input: m.problem_invalid_input,
  unauthenticated: m.problem_unauthenticated,
  forbidden: m.problem_forbidden,
  not_found: m.problem_not_found,
  too_many_requests: m.problem_too_many_requests,
  payload_too_large: m.problem_payload_too_large,
  unsupported_media_type: m.problem_unsupported_media_type,
  unavailable: m.problem_unavailable,
  internal: m.problem_internal,
  member_required: m.problem_member_required,
  member_disabled: m.problem_member_disabled,
  member_changed_meanwhile: m.problem_member_changed_meanwhile,
  name_required: m.problem_name_required,
  notification_not_allowed: m.problem_notification_not_allowed,
  message_required: m.problem_message_required,
  unsubscribe_link_invalid: m.problem_unsubscribe_link_invalid,
  selection_invalid: m.problem_selection_invalid,
  selection_empty: m.problem_selection_empty,
  consent_required: m.problem_consent_required,
  address_incomplete: m.problem_address_incomplete,
  organisation_not_found: m.problem_organisation_not_found,
  payment_not_configured: m.problem_payment_not_configured,
  configuration_not_found: m.problem_configuration_not_found,
  configuration_not_on_sale: m.problem_configuration_not_on_sale,
  term_already_held: m.problem_term_already_held,
  one_organisation_per_order: m.problem_one_organisation_per_order,
  token_reused: m.problem_token_reused,
  order_not_found: m.problem_order_not_found,
  order_ended: m.problem_order_ended,
  order_paid: m.problem_order_paid,
  payment_in_progress: m.problem_payment_in_progress,
  amount_mismatch: m.problem_amount_mismatch,
  payment_handle_invalid: m.problem_payment_handle_invalid,
  payment_gateway_unavailable: m.problem_payment_gateway_unavailable,
  payment_gateway_refused: m.problem_payment_gateway_refused,
  payment_not_found: m.problem_payment_not_found,
  authorization_unknown: m.problem_authorization_unknown,
  authorization_foreign: m.problem_authorization_foreign,
  refund_not_found: m.problem_refund_not_found,
}

/** What went wrong, in the reader's language. A code of a newer server reads as the server's own sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return m.problem_internal()
  return (texts[error.code] as (() => string) | undefined)?.() ?? error.title
}
