import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

interface Params {
  readonly orgKey?: string
  readonly eventId?: string
}

/** Ways back to the lists of an office, above its pages. */
export const eventsCrumb = { label: m.office_events, to: ({ orgKey = '' }: Params) => paths.officeEvents(orgKey) }
export const eventCrumb = {
  label: m.event_edit_form,
  to: ({ orgKey = '', eventId = '' }: Params) => paths.officeEvent(orgKey, eventId),
}
export const couponsCrumb = { label: m.codes_heading, to: ({ orgKey = '' }: Params) => paths.officeCoupons(orgKey) }
export const membersCrumb = {
  label: m.title_club_members,
  to: ({ orgKey = '' }: Params) => paths.office(orgKey, 'members'),
}
export const seasonsCrumb = {
  label: m.seasons_heading,
  to: ({ orgKey = '' }: Params) => paths.officeMemberships(orgKey),
}
