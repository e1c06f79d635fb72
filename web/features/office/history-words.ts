import type { HistoryEntry, HistoryThing, OfficeEvent } from '#contract/office-history.ts'
import { m } from '#words/messages.js'

/** What happened, with the name of the thing: *Changed the roles of Dan Krogh*. */
const sentences: Record<OfficeEvent, (inputs: { label: string }) => string> = {
  export_created: m.history_export_created,
  export_downloaded: m.history_export_downloaded,
  access_invited: m.history_access_invited,
  access_invitation_withdrawn: m.history_access_invitation_withdrawn,
  access_accepted: m.history_access_accepted,
  access_changed: m.history_access_changed,
  access_revoked: m.history_access_revoked,
  access_left: m.history_access_left,
  office_looked_at: m.history_office_looked_at,
  membership_created: m.history_membership_created,
  membership_changed: m.history_membership_changed,
  membership_published: m.history_membership_published,
  membership_stopped: m.history_membership_stopped,
  membership_resumed: m.history_membership_resumed,
  membership_draft_deleted: m.history_membership_draft_deleted,
  membership_copied: m.history_membership_copied,
  club_changed: m.history_club_changed,
  club_picture_set: m.history_club_picture_set,
  club_picture_removed: m.history_club_picture_removed,
  terms_written: m.history_terms_written,
  privacy_written: m.history_privacy_written,
  gateway_key_set: m.history_gateway_key_set,
  merchant_changed: m.history_merchant_changed,
  merchant_confirmed: m.history_merchant_confirmed,
  go_live_asked: m.history_go_live_asked,
  go_live_withdrawn: m.history_go_live_withdrawn,
  club_created: m.history_club_created,
  club_went_live: m.history_club_went_live,
  club_paused: m.history_club_paused,
  club_resumed: m.history_club_resumed,
  club_closed: m.history_club_closed,
  club_reopened: m.history_club_reopened,
  member_disabled: m.history_member_disabled,
  member_enabled: m.history_member_enabled,
  job_retried: m.history_job_retried,
  job_dropped: m.history_job_dropped,
  line_refunded: m.history_line_refunded,
  refund_stopped: m.history_refund_stopped,
  payment_resolved: m.history_payment_resolved,
  payment_closed: m.history_payment_closed,
  refund_retried: m.history_refund_retried,
  refund_confirmed: m.history_refund_confirmed,
  thread_answered: m.history_thread_answered,
  answer_stopped: m.history_answer_stopped,
  template_added: m.history_template_added,
  template_changed: m.history_template_changed,
  template_removed: m.history_template_removed,
}

const things: Record<HistoryThing, () => string> = {
  club: m.history_thing_club,
  access: m.history_thing_access,
  membership: m.history_thing_membership,
  payment: m.history_thing_payment,
  order: m.history_thing_order,
  member: m.history_thing_member,
  thread: m.history_thing_thread,
  event: m.history_thing_event,
  export: m.history_thing_export,
  template: m.history_thing_template,
  mail: m.history_thing_mail,
  job: m.history_thing_job,
}

export const historySentence = ({ name, label }: Pick<HistoryEntry, 'name' | 'label'>): string =>
  sentences[name]({ label })

export const thingName = (thing: HistoryThing): string => things[thing]()
