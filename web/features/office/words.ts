import type { HistoryThing } from '#contract/audit/history.ts'
import { type GrantedRole, type OfficeRole, officeRoles } from '#contract/office/scopes.ts'
import { capital, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

const names: Record<GrantedRole, () => string> = {
  chair: m.office_role_chair,
  treasurer: m.office_role_treasurer,
  secretary: m.office_role_secretary,
  event_manager: m.office_role_event_manager,
  trainer: m.office_role_trainer,
  door: m.office_role_door,
  look: m.office_role_look,
}

/** The permissions of a role, in one line. */
const means: Record<OfficeRole, () => string> = {
  chair: m.office_role_chair_means,
  treasurer: m.office_role_treasurer_means,
  secretary: m.office_role_secretary_means,
  event_manager: m.office_role_event_manager_means,
  trainer: m.office_role_trainer_means,
  door: m.office_role_door_means,
}

export const roleName = (role: GrantedRole): string => capital(names[role]())

export const roleMeans = (role: OfficeRole): string => means[role]()

/** `Treasurer and secretary`. */
export const roleWords = (roles: readonly GrantedRole[]): string =>
  capital(
    formatList([...officeRoles, 'look' as const].filter((role) => roles.includes(role)).map((role) => names[role]())),
  )

const things: Record<HistoryThing, () => string> = {
  club: m.history_thing_club,
  access: m.history_thing_access,
  membership: m.history_thing_membership,
  payment: m.history_thing_payment,
  order: m.history_thing_order,
  member: m.history_thing_member,
  team: m.history_thing_team,
  thread: m.history_thing_thread,
  event: m.history_thing_event,
  coupon: m.history_thing_coupon,
  import: m.history_thing_import,
  export: m.history_thing_export,
  template: m.history_thing_template,
  mail: m.history_thing_mail,
  job: m.history_thing_job,
}

export const thingName = (thing: HistoryThing): string => things[thing]()
