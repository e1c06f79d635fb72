import { m } from '#words/messages.js'

const templates: Record<string, () => string> = {
  'order-paid': m.messages_template_order_paid,
  'tickets-paid': m.tickets_title,
  'given-back': m.messages_template_given_back,
  'membership-renew': m.messages_template_membership_renew,
  'renewal-announced': m.messages_template_renewal_announced,
  'renewal-failed': m.messages_template_renewal_failed,
  'renewal-outgrown': m.messages_template_renewal_outgrown,
  'family-invited': m.messages_template_family_invited,
  'family-linked': m.messages_template_family_linked,
  'family-ended': m.messages_template_family_ended,
  'contact-asked': m.messages_template_contact_asked,
  'contact-many': m.messages_template_contact_many,
  'contact-answered': m.messages_template_contact_answered,
  'contact-answered-visitor': m.messages_template_contact_visitor,
  welcome: m.messages_template_welcome,
  claim: m.messages_template_claim,
}

/** What a message says, by its template; the template's own name when a newer server has one more. */
export const templateName = (template: string): string => templates[template]?.() ?? template
