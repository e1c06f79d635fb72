import { statusColumns } from '#server/database/change-status.ts'
import type { TableName } from './personal-data.ts'

/** A club's id in a statement, quoted. */
type ClubId = string

/**
 * Every table: whether its rows go with a club that moves to another installation, and which those are. None can be
 * missing, and a test refuses one whose rows would leave behind a row that they refer to.
 */
type Move =
  | {
      readonly moves: (club: ClubId) => string
      /** Jobs and sign-ins write here by themselves: the number of rows is not compared. */
      readonly byItself?: true
    }
  /** Rows about the people of the club, who may be at the target already. `ids` is a subquery. */
  | { readonly people: (ids: string) => string }
  /** Not taken along, and removed with the club. */
  | { readonly removed: (club: ClubId) => string; readonly because: string }
  /** Neither taken along nor removed. */
  | { readonly stays: string }

const column = (name: string) => (club: ClubId) => `${name} = ${club}`
const through = (name: string, table: string) => (club: ClubId) =>
  `${name} in (select id from ${table} where org_id = ${club})`
const ofClub = { moves: column('org_id') }
const ofEvent = { moves: through('event_id', 'events') }
const ofWish = { moves: through('wish_id', 'waiting_wishes') }
const ofThread = { moves: through('thread_id', 'threads') }
const ofPeople = { people: (ids: string) => `member_id in ${ids}` }
const messagesOf = (club: ClubId) =>
  `(select id from thread_messages where thread_id in (select id from threads where org_id = ${club}))`

/** Whatever has a status belongs to a club by its own row, but for families. */
const changesOf = (club: ClubId): string =>
  Object.keys(statusColumns)
    .filter((table) => table !== 'family_invitations')
    .map((table) => {
      const own = table === 'organisations' ? 'id' : 'org_id'
      return `thing = '${table}' and thing_id in (select id from ${table} where ${own} = ${club})`
    })
    .join(' or ')

const ofInstallation = { stays: "the installation's own" }
const ofPerson = { stays: 'of people, not of a club: they have their own at each installation' }

const tables: Readonly<Record<TableName, Move>> = {
  organisations: { moves: column('id') },
  payment_configurations: ofClub,
  club_texts: ofClub,
  club_pictures: ofClub,
  club_starts: ofClub,
  stored_pictures: ofClub,
  answer_templates: ofClub,
  office_grants: ofClub,
  office_invitations: ofClub,
  office_history: ofClub,
  organisation_admins: { ...ofClub, byItself: true },
  membership_configurations: ofClub,
  memberships: ofClub,
  membership_terms: ofClub,
  club_people: ofClub,
  club_people_counters: ofClub,
  club_fields: ofClub,
  teams: ofClub,
  team_people: ofClub,
  attendance: ofClub,
  club_notes: ofClub,
  change_suggestions: ofClub,
  saved_views: ofClub,
  duplicate_pairs: ofClub,
  person_merges: ofClub,
  merge_requests: ofClub,
  saved_cards: ofClub,
  renewal_charges: ofClub,
  renewals: ofClub,
  event_series: ofClub,
  events: ofClub,
  event_pools: ofEvent,
  event_categories: ofEvent,
  event_phases: ofEvent,
  event_questions: ofEvent,
  event_answers: ofEvent,
  event_answer_deletions: ofEvent,
  event_pictures: ofEvent,
  event_changes: ofEvent,
  event_runs: ofClub,
  event_run_items: { moves: through('run_id', 'event_runs') },
  club_messages: ofClub,
  club_message_readers: { moves: through('message_id', 'club_messages') },
  question_templates: ofClub,
  event_moves: ofClub,
  event_move_answers: { moves: through('move_id', 'event_moves') },
  event_entries: ofClub,
  waiting_wishes: ofClub,
  waiting_people: ofWish,
  waiting_offers: ofWish,
  coupons: ofClub,
  imports: ofClub,
  import_rows: { moves: through('import_id', 'imports') },
  coupon_redemptions: ofClub,
  calendar_feeds: { ...ofClub, byItself: true },
  orders: ofClub,
  order_lines: { moves: through('order_id', 'orders') },
  payments: ofClub,
  receipts: ofClub,
  receipt_counters: ofClub,
  receipt_gaps: ofClub,
  refunds: ofClub,
  refund_lines: { moves: through('refund_id', 'refunds') },
  credit_notes: ofClub,
  threads: ofClub,
  thread_messages: ofThread,
  thread_notes: ofThread,
  thread_reads: { ...ofThread, byItself: true },
  thread_attachments: { moves: (club) => `message_id in ${messagesOf(club)}` },
  delayed_actions: { ...ofClub, byItself: true },
  status_changes: { moves: changesOf, byItself: true },

  members: { people: (ids) => `id in ${ids}` },
  member_identities: ofPeople,
  member_images: ofPeople,
  message_preferences: ofPeople,
  family_invitations: { people: (ids) => `inviter_id in ${ids} and invitee_id in ${ids}` },

  member_comments: { removed: column('org_id'), because: 'a trigger writes them with club_notes' },
  exports: { removed: column('org_id'), because: 'files for a day, made again by a click' },
  term_drafts: { removed: through('membership_id', 'memberships'), because: 'kept for a day' },

  acts: ofPerson,
  dismissals: ofPerson,
  impersonations: ofPerson,
  messages: ofPerson,
  notes: ofPerson,
  notifications: ofPerson,
  erasures: { stays: 'somebody erased moves as the empty row that they are' },
  contact_passes: { stays: 'proofs that expire within the hour' },
  fan_outs: { stays: 'messages that the old installation sends to the end' },
  // Public keys go along in the manifest, so that printed tickets scan.
  ticket_keys: { stays: 'keys that sign for every club' },
  backups: ofInstallation,
  daily_jobs: ofInstallation,
  portal_clock: ofInstallation,
  portal_migrations: ofInstallation,
  portal_migration_steps: ofInstallation,
  rate_windows: ofInstallation,
  reserved_keys: ofInstallation,
  unused_files: ofInstallation,
  worker_heartbeats: ofInstallation,
}

export const clubData: Readonly<Record<string, Move>> = tables
