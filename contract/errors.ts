/**
 * Every error code with its HTTP status and English title. The web app has its own texts in both languages
 * (`web/api/problem-words.ts`). Codes are stable, titles are not.
 */
export const errors = {
  // Every call
  invalid_input: { status: 422, title: "Some fields aren't valid. Correct them and try again." },
  unknown_parameter: { status: 400, title: 'This call has no such parameter in its address.' },
  unauthenticated: { status: 401, title: 'Sign in to continue.' },
  fresh_sign_in_required: {
    status: 401,
    title: 'This needs a sign-in of the last 15 minutes. Sign in again to continue.',
  },
  forbidden: {
    status: 403,
    title: "You're not allowed to do this. Contact your club if you think this is a mistake.",
  },
  not_found: { status: 404, title: "We couldn't find what you asked for. It may have been deleted." },
  too_many_requests: { status: 429, title: 'Too many attempts. Wait a moment and try again.' },
  payload_too_large: { status: 413, title: "What you're sending is too large. Make it smaller and try again." },
  address_too_long: { status: 414, title: 'This address is too long. Use a shorter filter or search.' },
  unsupported_media_type: { status: 415, title: 'Send the request as JSON.' },
  method_not_allowed: { status: 405, title: 'This address does not take this kind of request.' },
  unavailable: { status: 503, title: 'The portal is busy or restarting. Try again in a moment – nothing is lost.' },
  internal: { status: 500, title: 'Something went wrong at our end. Try again – nothing is lost.' },

  // Members
  member_required: { status: 403, title: 'Complete your sign-in first. No member belongs to it yet.' },
  member_disabled: { status: 403, title: 'This member is disabled. Contact your club.' },
  member_changed_meanwhile: {
    status: 409,
    title: 'This profile was changed somewhere else in the meantime. Reload it – what you typed is kept.',
  },
  signed_in_before_erasure: {
    status: 403,
    title: 'What we held about you was erased. Sign in again to begin anew.',
  },
  erasure_not_possible: { status: 409, title: 'This person cannot be erased yet. The page says why.' },
  name_not_confirmed: { status: 422, title: "This isn't the name. Type it as it is shown." },
  left_already: { status: 409, title: 'They have left already.' },
  leaving_before_joined: { status: 422, title: 'That is before they joined. Choose a later day.' },
  leaving_too_late: { status: 422, title: 'Choose a day within a year.' },
  leaving_before_term: {
    status: 422,
    title: 'They have paid a season that begins later. Refund it first, or choose a day from its beginning on.',
  },
  person_not_managed: {
    status: 409,
    title: 'They look after their own details. Suggest a change to them instead.',
  },
  nobody_to_ask: {
    status: 409,
    title: 'There is no one to suggest a change to: they have no sign-in and no guardian.',
  },
  nothing_suggested: { status: 422, title: 'Change at least one field.' },
  suggestion_answered: { status: 409, title: 'It was answered or withdrawn already.' },
  email_taken: { status: 409, title: 'Someone else has this e-mail address.' },
  claim_link_invalid: {
    status: 404,
    title:
      "This link doesn't work. It has been used, is too old or belongs to another sign-in. Sign in again to get a new e-mail.",
  },
  claim_not_possible: {
    status: 409,
    title:
      "This sign-in already has purchases or family of its own, so it can't be connected with another profile. Contact your club.",
  },

  image_unreadable: {
    status: 422,
    title: "We can't read this file as a picture. Choose a JPEG, PNG, WebP, AVIF or GIF.",
  },
  image_too_large: {
    status: 422,
    title: 'This picture is too large: at most 5 MB and 25 megapixels. Choose a smaller one.',
  },
  files_unavailable: {
    status: 503,
    title: "Pictures and files can't be stored right now. What you wrote is kept. Try again in a moment.",
  },
  image_too_small: {
    status: 422,
    title: 'This picture is too small: at least 320 by 180 pixels. Choose a larger one.',
  },

  // A club's register
  too_many_club_fields: { status: 409, title: 'This register has 30 fields already. Archive one first.' },
  too_many_teams: { status: 409, title: 'There are 200 teams already. Archive one first.' },
  team_full: { status: 409, title: 'A team has 500 people at most.' },
  team_not_found: { status: 404, title: 'There is no such team, or you do not train it.' },
  too_many_views: { status: 409, title: 'There are 50 saved views already. Delete one first.' },

  // Exports
  too_many_own_exports: { status: 429, title: 'There have been five exports within a day. Try again tomorrow.' },
  too_many_exports: { status: 429, title: 'This club has exported 200 lists within a day. Try again tomorrow.' },

  // Family and acting for others
  acting_for_ended: {
    status: 403,
    title: 'You can no longer act for this person: the family link has ended. Nothing was changed.',
  },
  impersonation_ended: {
    status: 403,
    title:
      "You're no longer acting as this member, because it ended or wasn't used for 30 minutes. Nothing was changed.",
  },
  impersonation_refused: {
    status: 403,
    title: "You can't act as this member: it's yourself, another of the portal's administrators or a disabled member.",
  },
  impersonator_refused: {
    status: 403,
    title: 'Only the member can do this. Stop acting as the member first. Nothing was changed.',
  },
  too_many_participants: { status: 409, title: 'You already have 50 participants. Archive one of them first.' },
  participant_holds_membership: {
    status: 409,
    title: 'This person has a membership or a ticket. You can archive them when it has ended.',
  },
  email_required: {
    status: 409,
    title:
      "Your profile has no verified e-mail address, so no one could see who's inviting them. Verify it at the sign-in service.",
  },
  invitation_to_oneself: { status: 422, title: "This is your own address. Enter the other person's." },
  already_linked: { status: 409, title: 'You and this person are already linked.' },

  // The operator's console
  club_key_taken: { status: 409, title: 'Another club has this key. Choose another one.' },
  club_key_reserved: { status: 409, title: "This key is one of the portal's own addresses. Choose another one." },
  club_state_changed: { status: 409, title: 'The club is in another state by now. Reload the page.' },
  tests_changed: {
    status: 409,
    title: 'Someone has bought something in a test meanwhile. Look at what ends, and confirm once more.',
  },
  confirmation_wrong: { status: 422, title: "This isn't the club's key. Type it as it is shown." },
  person_is_yourself: { status: 409, title: "You can't disable yourself. Ask another of the portal's administrators." },

  // Notifications and messages
  notification_not_allowed: {
    status: 403,
    title: "You can only notify people you've invited to your family. The portal sends everything else automatically.",
  },
  message_required: {
    status: 409,
    title: 'These messages are always sent, because they contain your receipts or protect your sign-in.',
  },
  whatsapp_number_needed: {
    status: 409,
    title: 'WhatsApp needs a phone number. Add a mobile number to your profile first, best with its country code.',
  },
  whatsapp_off: {
    status: 409,
    title: "WhatsApp is switched off, so this message can't be sent again. Switch it on first.",
  },
  unsubscribe_link_invalid: {
    status: 404,
    title:
      'This link is incomplete. Open it from the e-mail again, or sign in and choose your messages in your profile.',
  },

  // Selling
  selection_invalid: { status: 422, title: "We couldn't read your selection. Start over." },
  selection_empty: { status: 422, title: 'Choose at least one membership.' },
  consent_required: { status: 422, title: 'Agree to the processing of your data to continue.' },
  address_incomplete: { status: 422, title: 'Please complete your profile to continue.' },
  organisation_not_found: { status: 404, title: "This club doesn't exist or is closed." },
  club_paused: { status: 409, title: 'The club has paused its sales. Its page says when it sells again.' },
  payment_not_configured: { status: 409, title: "This club can't take payments yet. Contact the club." },
  configuration_not_found: { status: 404, title: "This membership doesn't exist. Choose another one." },
  configuration_not_on_sale: { status: 409, title: "This membership isn't on sale. Choose another one." },
  membership_too_young: {
    status: 409,
    title: 'This membership is for an older age group. Choose one that fits the age on its first day.',
  },
  membership_too_old: {
    status: 409,
    title: 'This membership is for a younger age group. Choose one that fits the age on its first day.',
  },
  term_already_held: { status: 409, title: 'This person already has a membership for this period.' },
  one_organisation_per_order: { status: 422, title: 'An order belongs to one club. Buy for each club separately.' },
  token_reused: { status: 409, title: 'This purchase has already been sent with a different selection. Start over.' },

  season_invalid: { status: 422, title: "Some of what you typed can't be saved. See the fields." },
  season_published: {
    status: 409,
    title: "This membership has been on sale, so it can't be deleted. Stop the sale instead.",
  },
  too_many_seasons: { status: 409, title: 'There are 1,000 memberships already. Delete old drafts first.' },

  // Events
  move_link_invalid: { status: 404, title: "This link doesn't work. Sign in, and find your ticket." },
  move_answer_late: { status: 409, title: 'The day to answer has passed. The ticket is kept.' },
  move_answered: { status: 409, title: 'The ticket is refunded or used already. The answer cannot be changed.' },
  nobody_to_write: {
    status: 409,
    title: 'None of these people has an e-mail address, or anyone who reads for them.',
  },
  event_not_found: { status: 404, title: "This event doesn't exist or is closed. See the other events." },
  category_not_found: { status: 404, title: "This price doesn't exist at this event. Choose another one." },
  event_not_public: { status: 403, title: "This event isn't public yet. Try again later." },
  event_called_off: { status: 410, title: 'This event has been cancelled. See its page for what happens now.' },
  event_over: { status: 409, title: 'This event is over. See the upcoming ones.' },
  event_members_only: { status: 403, title: 'This event is for members only. Join the club to register.' },
  event_sale_not_started: { status: 409, title: "Registration hasn't opened yet. Try again when it does." },
  event_sale_ended: { status: 409, title: 'Registration has ended. Ask the club if you have questions.' },
  event_sold_out: { status: 409, title: "There aren't enough places left." },
  waiting_not_needed: { status: 409, title: 'There are places for them now. Register them instead.' },
  waiting_too_many: {
    status: 409,
    title: 'There will never be that many places together. Choose fewer people, or as many as possible.',
  },
  waiting_closed: { status: 409, title: 'The waiting list is closed. Free places are on sale to everyone now.' },
  already_waiting: { status: 409, title: 'They are on the waiting list already.' },
  waiting_ended: { status: 409, title: 'This is not on the waiting list any more. Reload the page.' },
  offer_not_possible: { status: 409, title: 'There are not enough places for them now.' },
  offer_link_invalid: { status: 404, title: "This link isn't valid. Open the newest mail about the places." },
  already_registered: { status: 409, title: 'This person is already registered.' },
  answers_invalid: { status: 422, title: "Some answers are missing or can't be saved. See the questions." },
  event_invalid: { status: 422, title: "Some of what you typed can't be saved. See the fields." },
  event_cancelled: {
    status: 409,
    title: 'This event is cancelled and can no longer be changed. Duplicate it instead.',
  },
  event_in_series: { status: 409, title: 'This event repeats already. Change the repetition of its series instead.' },
  event_has_guests: {
    status: 409,
    title: "Someone has a place at this event, so it can't become a draft again. Cancel it instead.",
  },
  event_has_coupons: {
    status: 409,
    title: 'The draft has discount codes. Give them to another event first.',
  },
  event_not_published: {
    status: 409,
    title: 'This event is a draft, so there is nothing to cancel. Delete it instead.',
  },
  event_name_differs: { status: 422, title: "This isn't the event's name. Type it as it is shown." },
  cancel_reason_missing: { status: 422, title: 'Enter why nothing is refunded.' },
  cancel_approved: { status: 409, title: 'Someone has approved the refunds already, so they are on their way.' },
  cancel_has_begun: {
    status: 409,
    title:
      "Some guests have been told or refunded already, so the cancellation can't be undone. Duplicate the event instead.",
  },
  event_published: { status: 409, title: "This event has been published, so it can't be deleted. Cancel it instead." },
  too_many_question_templates: {
    status: 409,
    title: 'There are 40 question templates already. Delete one first.',
  },
  question_template_incomplete: {
    status: 422,
    title: 'Finish the question first. A template needs all of it but the day.',
  },
  too_many_events: { status: 409, title: 'There are 5,000 events already. Delete old drafts first.' },
  event_price_changed: {
    status: 409,
    title: 'The price has changed since you chose. Look at the new one, and order again.',
  },
  category_price_differs: {
    status: 409,
    title: 'These two categories have different prices. Refund the place and register the person again.',
  },
  day_out_of_range: { status: 400, title: 'Choose a day from 1900 on, at most ten years ahead.' },
  event_day_not_come: { status: 409, title: "People are marked as present from the event's first day on." },
  event_is_draft: { status: 409, title: 'This event is a draft. Publish it before you register anyone.' },
  too_many_refunds: { status: 409, title: 'At most 500 orders can be refunded at once. Choose fewer.' },
  too_many_people: { status: 409, title: 'At most 500 people at once. Choose fewer, or filter the list.' },
  too_many_to_print: { status: 409, title: 'At most 3,000 people fit on a list to print. Filter it first.' },
  category_closed: { status: 409, title: 'This price is no longer sold. Choose another one.' },
  category_members_only: {
    status: 403,
    title: 'This price is for members only. Choose another one, or join the club.',
  },
  category_age: { status: 409, title: 'This price is for another age group. Choose another one.' },
  birth_date_missing: { status: 409, title: "This depends on age. Add the person's date of birth first." },

  calendar_feed_ended: {
    status: 410,
    title: 'This calendar subscription has ended. Remove it from your calendar, or make a new one on the portal.',
  },
  too_many_calendar_feeds: {
    status: 409,
    title: 'You already have 20 calendar subscriptions. Stop one of them first.',
  },

  // Imports
  import_not_found: { status: 404, title: 'There is no such import any more.' },
  import_not_now: {
    status: 409,
    title: 'The import is past this step, or has nothing left to do here. Look at it again.',
  },
  import_running: {
    status: 409,
    title: 'Another import of the club is running. Wait until it is done; yours is kept as it is.',
  },
  import_file_empty: { status: 422, title: 'There are no people in this file. Choose another one.' },
  import_file_unreadable: {
    status: 422,
    title: "We can't read this file. Save it as CSV or XLSX in your spreadsheet, and choose it again.",
  },
  import_file_too_large: {
    status: 413,
    title: 'This workbook is too large once it is unpacked. Save the list as CSV.',
  },
  import_too_many_rows: {
    status: 422,
    title: 'An import has 10,000 rows at most, with guardians whom only columns name. Split the file into several.',
  },
  import_too_many_columns: { status: 422, title: 'A file has 60 columns at most. Delete those that you do not need.' },
  import_too_many_drafts: {
    status: 409,
    title: 'The club has 20 imports that have not run. Finish or discard one of them first.',
  },

  // Coupons
  coupon_not_valid: { status: 404, title: "This code isn't valid here. Check that you've typed it correctly." },
  coupon_used_up: {
    status: 409,
    title: "Someone else just used this code, and it can't be used again. You haven't been charged.",
  },
  coupon_not_found: { status: 404, title: 'There is no such discount code any more.' },
  coupon_invalid: { status: 422, title: "Some of what you typed can't be saved. See the fields." },
  too_many_coupons: { status: 409, title: 'There are 20,000 discount codes already. No more can be made.' },
  coupon_validation_needs_organisation: { status: 422, title: 'orgId is required for coupon validation' },
  coupon_application_needs_organisation: { status: 422, title: 'orgId is required for coupon application' },
  coupon_list_needs_organisation: { status: 422, title: 'orgId is required for fetching available coupons' },
  coupon_details_need_organisation: { status: 422, title: 'orgId is required for fetching coupon details' },
  coupon_details_need_code: { status: 422, title: 'couponCode is required for fetching coupon details' },

  // Conversations
  thread_not_found: { status: 404, title: "This conversation doesn't exist, or it isn't yours." },
  thread_link_invalid: {
    status: 404,
    title: "This link doesn't work. Use the one in the latest e-mail from the club, or write to the club again.",
  },
  challenge_failed: {
    status: 403,
    title: "We couldn't tell that you're not a robot. What you wrote is kept, so send it again.",
  },
  attachment_not_found: { status: 404, title: 'This file no longer exists. Choose it again.' },
  attachment_type: {
    status: 422,
    title: "This type of file can't be sent. Choose a JPEG, PNG, WebP, GIF, PDF or plain text file.",
  },
  upload_limit: {
    status: 429,
    title: "You can't send more files today. Send the message without them, or try again later.",
  },
  storage_full: {
    status: 409,
    title:
      "The club's pictures and files use all their storage. Remove pictures of old events, or ask the portal for more.",
  },
  storage_full_for_files: {
    status: 409,
    title: 'The club has no storage left for files. Send the message without them.',
  },
  too_many_attachments: { status: 422, title: 'Too many files: at most 5 in one message. Remove some.' },
  answered_meanwhile: {
    status: 409,
    title: "There's a newer message in this conversation. Read it first; what you wrote is kept.",
  },
  answer_waiting: {
    status: 409,
    title: 'A reply in this conversation is about to go out. Stop it, or wait until it has gone.',
  },
  answer_stopped: { status: 409, title: 'A colleague stopped it.' },
  asker_forgotten: {
    status: 409,
    title: "The sender's name and e-mail address have been deleted, so you can't reply.",
  },
  template_exists: { status: 409, title: "There's already a template with this title. Choose another title." },
  too_many_templates: { status: 409, title: 'There are 100 templates already. Delete one first.' },

  // Offices of clubs
  role_not_yours: {
    status: 403,
    title: "You can't give or take away a role with access that you don't have yourself. Ask the chair.",
  },
  own_access: { status: 403, title: "You can't change your own access. Ask another chair, or leave the office." },
  already_in_office: { status: 409, title: 'This person already has access. Edit their roles instead.' },
  last_chair: {
    status: 409,
    title: 'A club needs at least one chair. Make someone else chair first.',
  },
  merge_not_possible: { status: 409, title: 'These two cannot be merged. The page says why.' },
  merge_request_over: { status: 409, title: 'It was answered, withdrawn or has expired.' },
  merge_not_undoable: { status: 409, title: 'Something is new since the merge, so it cannot be undone.' },
  changed_meanwhile: {
    status: 409,
    title: 'Someone else changed this in the meantime. Look at both versions and choose; what you typed is kept.',
  },
  too_late_to_stop: { status: 409, title: "It's too late to stop this: it has gone out, or someone else stopped it." },
  office_invitation_invalid: {
    status: 404,
    title: 'This invitation was withdrawn, replaced or used, or its link is incomplete. Ask the club for a new one.',
  },
  office_invitation_ended: { status: 404, title: 'This invitation has ended. Ask the club for a new one.' },
  office_invitation_of_other: {
    status: 403,
    title: 'This invitation is for another e-mail address. Sign in with the address that was invited.',
  },
  // Settings of clubs
  cvr_invalid: { status: 422, title: "This isn't a CVR number: the last of the eight digits doesn't fit the others." },
  gateway_key_refused: {
    status: 422,
    title: "The card provider doesn't know this key. It's misspelt or has been revoked. Nothing was changed.",
  },
  go_live_incomplete: { status: 409, title: 'Something is still missing before the club can go live. See the list.' },
  club_not_in_test: { status: 409, title: 'This club is already live, or closed.' },
  too_many_text_versions: { status: 409, title: 'There are 200 versions of this text already.' },

  // Notes
  note_changed: {
    status: 409,
    title: 'This note was changed elsewhere in the meantime. Load it again; what you typed is kept.',
  },
  too_many_notes: { status: 409, title: 'There are already 200 notes. Delete some first.' },

  // Orders and payments
  order_not_found: { status: 404, title: "This order doesn't exist, or it belongs to someone else." },
  order_ended: { status: 409, title: "This order has ended. Start over – you haven't been charged." },
  held_by_other: {
    status: 409,
    title: "Someone else is paying for this for you right now. Wait until they've paid or their time is up.",
  },
  no_longer_allowed_for: {
    status: 409,
    title:
      "You may no longer buy for everyone in this order. Cancel it and order again without them. You haven't been charged.",
  },
  too_many_unpaid_places: {
    status: 409,
    title: 'You can reserve at most 20 unpaid places at an event. Pay for the ones you have, or cancel an order first.',
  },
  too_many_unpaid_orders: {
    status: 429,
    title: "You've started 60 orders in a day without paying for them. Pay for one of them, or try again tomorrow.",
  },
  order_paid: { status: 409, title: "This order is already paid. You don't need to do anything." },
  payment_in_progress: {
    status: 409,
    title: 'A payment of this order is being confirmed. Wait a moment; do not pay again.',
  },
  amount_mismatch: { status: 409, title: "The amount doesn't match the order. You haven't been charged." },
  payment_handle_invalid: { status: 401, title: 'The payment configuration has expired. Fetch it again.' },
  payment_gateway_unavailable: {
    status: 503,
    title:
      "The card provider isn't responding. Your order is saved, so try again in a moment. You haven't been charged.",
  },
  payment_gateway_refused: {
    status: 502,
    title: 'The card provider refused the payment. Your order is saved. Contact the club if it happens again.',
  },
  event_payment_not_started: { status: 502, title: 'Failed to initiate event Freepay payment' },
  payment_request_failed: { status: 502, title: 'Failed to create Freepay payment request' },
  payment_link_missing: { status: 502, title: 'Payment window link is missing.' },
  payment_capture_failed: { status: 502, title: 'Failed to capture Freepay payment' },
  payment_decline_failed: { status: 502, title: 'Failed to decline Freepay payment' },
  payment_not_found: { status: 404, title: 'No payment with this identifier belongs to the order.' },
  authorization_unknown: {
    status: 404,
    title: "The card provider has no authorisation with this identifier. Copy it from the provider's own portal.",
  },
  authorization_foreign: { status: 409, title: 'This authorisation belongs to another payment. Nothing was changed.' },
  order_not_paid: { status: 409, title: "This order hasn't been paid, so there's nothing to refund." },
  line_refunded: { status: 409, title: 'One of these items has already been refunded. Reload the order.' },
  ticket_not_free: { status: 409, title: 'This ticket was paid for. Ask the club for a refund.' },
  ticket_not_refundable: {
    status: 409,
    title: "This ticket can't be cancelled any more. Reload the page to see why.",
  },
  event_begun: { status: 409, title: 'The event has started, so its tickets can no longer be cancelled.' },
  refund_changed: {
    status: 409,
    title: 'What would be refunded has changed since you looked, and nothing was refunded. Look at the new sum first.',
  },
  refund_in_progress: {
    status: 409,
    title: 'A refund of this order starts in a moment. Wait a minute, then refund the rest.',
  },
  saved_card_required: {
    status: 409,
    title: 'There is no saved card to renew with. Choose automatic renewal next time you buy or renew.',
  },
  // By hand
  reason_needed: { status: 422, title: 'Say why: the price is another, or a rule for buyers is set aside.' },
  received_day_wrong: { status: 422, title: 'The club got the money today or earlier, and at most a year ago.' },
  due_day_wrong: { status: 422, title: 'Choose a day to pay from today on, and within a year.' },
  bank_account_missing: {
    status: 409,
    title: "The club hasn't said where an invoice is paid. Add its account or MobilePay number in its settings first.",
  },
  nothing_to_pay: { status: 422, title: 'These lines cost nothing, so there is nothing to be paid. Choose "free".' },
  order_paid_before: { status: 409, title: 'This order is paid already. Nothing was recorded.' },
  invoice_places_taken: {
    status: 409,
    title:
      'The invoice has lapsed, and nothing is recorded: the event is full, cancelled or over, or the person has the season. Return the money, or make room.',
  },
  person_known: { status: 409, title: 'Someone with this name and birth date is in the register already.' },
  email_of_stranger: {
    status: 409,
    title: 'This address belongs to someone else. Leave it out, or ask them to join the club themselves.',
  },
  refund_not_found: { status: 404, title: 'There is no such payment to refund.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errors

/** The body of every error: RFC 9457 with a stable code. `data` has the values for its text: dates, names, limits. */
export interface ProblemBody<C extends string = string> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: C
  readonly detail?: string
  readonly data?: Record<string, unknown>
  /** For `invalid_input`: the fields and what is wrong with them. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}
