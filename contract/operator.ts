import * as z from 'zod/mini'
import { LocalText } from './local-text.ts'
import { ClubName } from './organisations/face.ts'
import { ClubStorage } from './organisations/settings.ts'
import { ClubStart, LiveCheck } from './office/start.ts'
import { ClubState } from './organisations/state.ts'
import { endpoint, orgApi } from './endpoint.ts'
import { OfficeInvitation, OfficePerson } from './office/access.ts'
import { HistoryEntry, historyQuery } from './audit/history.ts'
import { OfficeRole } from './office/scopes.ts'
import { PersonName } from './members/members.ts'
import { GatewayKey, TypedKey } from './payments/key.ts'
import { Email } from './email.ts'
import {
  Colour,
  GivenReason,
  Id,
  integer,
  LocalDate,
  Moment,
  Money,
  OrderToken,
  OrgKey,
  requiredLine,
  singleLine,
  text,
} from './values.ts'

/** Why something is done: the club reads it in its history. */
const { reason } = GivenReason.shape

/** A club as the operator sees it; the figures are of the last 30 days, without tests. */
export const OperatorClub = z.object({
  id: Id,
  key: text(),
  name: text(),
  state: ClubState,
  /** People with a membership that is valid today, without those bought in tests. */
  members: integer(0),
  orders: integer(0),
  money: Money,
  unresolved: integer(0),
  failedMails: integer(0),
  /** Whether its office asked to go live and waits. */
  asksToGoLive: z.boolean(),
  /** When somebody of its office last signed in. */
  officeSeenAt: z.nullable(Moment),
})
export type OperatorClub = z.infer<typeof OperatorClub>

/** The key of a new club: part of its addresses, its order numbers and its roles. */
export const NewClubKey = z.pipe(
  singleLine(20),
  z.pipe(
    z.transform((key: string) => key.toUpperCase()),
    text(20).check(z.regex(/^[A-Z][A-Z0-9]{1,19}$/)),
  ),
)

/** A membership of a season, as a template proposes it. */
export const NewMembership = z.object({
  series: singleLine(40),
  name: requiredLine(100),
  /** In minor units, free of VAT. */
  price: integer(0, 100_000_000),
  startDate: LocalDate,
  endDate: LocalDate,
  minAge: z.nullable(integer(0, 120)),
  maxAge: z.nullable(integer(0, 120)),
  isPassive: z.boolean(),
})
export type NewMembership = z.infer<typeof NewMembership>

export const OperatorClubPage = z.object({
  club: z.object({
    ...OperatorClub.shape,
    hue: integer(),
    city: text(),
    address: text(),
    cvr: z.nullable(text()),
    contactEmail: text(),
    website: z.nullable(text()),
    description: text(5000),
    createdAt: Moment,
    liveAt: z.nullable(Moment),
    pausedText: z.nullable(LocalText),
    storage: ClubStorage,
  }),
  people: z.array(OfficePerson),
  invitations: z.array(OfficeInvitation),
  /** Null without a key. The fingerprint distinguishes two keys and reveals nothing else. */
  payment: z.nullable(z.object({ provider: text(), fingerprint: text(), testMode: z.boolean(), since: Moment })),
  /** Requirements for going live. */
  checks: z.array(z.object({ check: LiveCheck, done: z.boolean(), required: z.boolean() })),
  /** Who of the club asked to go live. */
  asked: ClubStart.def.shape.asked,
  /** Counts of tests that end when it goes live. */
  tests: z.object({ unpaid: integer(0), memberships: integer(0), tickets: integer(0) }),
  /** States that it may be given now. */
  next: z.array(ClubState),
})
export type OperatorClubPage = z.infer<typeof OperatorClubPage>

const ofClub = { params: z.object({ orgId: Id }) }

export const FailedJob = z.object({
  id: text(20),
  job: text(),
  attempts: integer(0),
  error: text(5000),
  createdAt: Moment,
  lastTriedAt: Moment,
})
export type FailedJob = z.infer<typeof FailedJob>

const JobId = text(20).check(z.regex(/^[1-9]\d{0,18}$/))

/** Parts of `/readyz`, in the order in which they are shown: what matters first. */
export const HealthPart = z.enum([
  'database',
  'replica',
  'disk',
  'files',
  'clock',
  'identity',
  'gateway',
  'management',
  'mail',
  'certificate',
  'proxy',
  'variables',
])

export const PortalHealth = z.object({
  version: text(),
  /** The commit that was built; empty when it is not known. */
  commit: text(),
  /** The components that this installation has, and their problems. */
  parts: z.array(
    z.object({
      name: HealthPart,
      fault: z.nullable(text(2000)),
    }),
  ),
  queues: z.array(
    z.object({
      job: text(),
      due: integer(0),
      later: integer(0),
      running: integer(0),
      givenUp: integer(0),
      oldestSeconds: integer(0),
    }),
  ),
  failedJobs: z.array(FailedJob).check(z.maxLength(100)),
  mails: z.object({ waiting: integer(0), failed: integer(0) }),
  unresolved: z.array(z.object({ orgId: Id, key: text(), name: text(), count: integer(0), since: Moment })),
  /** Clubs that asked to go live, the longest waiting first. */
  asking: z.array(z.object({ key: text(), name: text(), since: Moment })).check(z.maxLength(200)),
  /** The newest backup by the portal's own command; null when there is none. */
  backup: z.nullable(
    z.object({
      at: Moment,
      megabytes: integer(0),
      /** When a backup was last restored as a test. */
      testedAt: z.nullable(Moment),
      /** Why the newest test failed. */
      testFault: z.nullable(text(2000)),
    }),
  ),
  /** Tables that an update changes while the portal serves, with the rows done and all rows. */
  updates: z.array(z.object({ migration: text(), table: text(), done: integer(0), total: integer(0) })),
})
export type PortalHealth = z.infer<typeof PortalHealth>

/** A club of which somebody is a member, or in whose office they work. */
export const PersonsClub = z.object({ id: Id, ...ClubName.shape })

export const OperatorPerson = z.object({
  id: Id,
  name: text(),
  email: z.nullable(text()),
  enabled: z.boolean(),
  isOperator: z.boolean(),
  isSelf: z.boolean(),
  /** When they last signed in; null for somebody who never did. */
  seenAt: z.nullable(Moment),
  clubs: z.array(PersonsClub).check(z.maxLength(20)),
  /** Names of the clubs in whose office nobody else is chair. */
  lastChairOf: z.array(text()).check(z.maxLength(20)),
})
export type OperatorPerson = z.infer<typeof OperatorPerson>

/** An operator's action, and its club; null when it concerns none. */
export const OperatorHistoryEntry = z.object({
  ...HistoryEntry.shape,
  club: z.nullable(ClubName),
})
export type OperatorHistoryEntry = z.infer<typeof OperatorHistoryEntry>

export const OperatorClubList = z.object({
  clubs: z.array(OperatorClub).check(z.maxLength(50)),
  next: z.nullable(Id),
  total: integer(0),
})

export const ClubCheck = z.object({
  key: z.nullable(z.enum(['free', 'taken', 'reserved', 'invalid'])),
  takenBy: z.nullable(text()),
  sameCvr: z.array(ClubName).check(z.maxLength(10)),
  /** The colour itself, or a darker one on which white text can be read. */
  shade: z.nullable(text()),
})

export const TriedKey = z.object({ key: z.enum(['good', 'refused', 'unknown']) })

export const CreatedClub = z.object({ id: Id, key: text() })

export const ChangedPerson = z.extend(OperatorPerson, { withdrawnInvitations: integer(0) })

export const OperatorHistoryPage = z.object({
  entries: z.array(OperatorHistoryEntry).check(z.maxLength(50)),
  next: z.nullable(Id),
  /** Everybody who did something as an operator, by name. */
  people: z.array(PersonName).check(z.maxLength(200)),
  /** How many entries the filter matches, 10,000 at most. */
  total: integer(0),
})

export const operator = {
  clubs: endpoint({
    method: 'GET',
    path: `${orgApi}/operator/club/list`,
    summary: 'All clubs with their health: those that need somebody first, then by name, in pages of 50',
    query: z.object({ search: z.optional(singleLine(100)), state: z.optional(ClubState), after: z.optional(Id) }),
    output: OperatorClubList,
    mayBeStale: true,
    errors: [],
  }),
  check: endpoint({
    method: 'GET',
    path: `${orgApi}/operator/club/checked`,
    summary: 'Whether a new club may have a key, which clubs have a CVR number already, and how a colour is shown',
    query: z.object({
      key: z.optional(singleLine(40)),
      cvr: z.optional(singleLine(20)),
      colour: z.optional(Colour),
    }),
    output: ClubCheck,
    errors: [],
  }),
  tryKey: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/gateway-key/tried`,
    summary: 'Tries a key at the card gateway by a call that needs it. Nothing is stored',
    body: TypedKey,
    output: TriedKey,
    errors: [],
  }),
  create: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/club/item`,
    summary:
      'Creates a club, with drafts of its first memberships, and opens it in test mode; a repeated client token finds the same club',
    body: z.object({
      token: OrderToken,
      key: NewClubKey,
      name: requiredLine(80),
      contactEmail: Email,
      city: singleLine(60),
      address: singleLine(150),
      cvr: z.nullable(text(8).check(z.regex(/^\d{8}$/))),
      colour: z.nullable(Colour),
      memberships: z.array(NewMembership).check(z.maxLength(10)),
      people: z.array(z.object({ email: Email, role: OfficeRole })).check(z.maxLength(20)),
      gatewayKey: z.nullable(GatewayKey),
    }),
    output: CreatedClub,
    errors: [
      'club_key_taken',
      'club_key_reserved',
      'cvr_invalid',
      'gateway_key_refused',
      'season_invalid',
      'token_reused',
    ],
  }),
  show: endpoint({
    method: 'GET',
    path: `${orgApi}/operator/club/{orgKey}/item`,
    summary: 'A club with its settings, people, payment and what it lacks to go live',
    params: z.object({ orgKey: OrgKey }),
    output: OperatorClubPage,
    errors: ['organisation_not_found'],
  }),
  goLive: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/club/{orgId}/live`,
    summary: 'Lets a club in test mode sell for money. What was bought in tests ends, and its buyers are told',
    ...ofClub,
    body: z.object({ confirmation: singleLine(40), reason, ended: integer(0) }),
    output: OperatorClubPage,
    errors: [
      'organisation_not_found',
      'club_state_changed',
      'go_live_incomplete',
      'confirmation_wrong',
      'tests_changed',
    ],
  }),
  changeState: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/club/{orgId}/state`,
    summary: 'Pauses a club, lets it sell again, closes it or opens it once more',
    ...ofClub,
    body: z.object({
      to: z.enum(['paused', 'live', 'closed']),
      reason,
      /** Shown to members while it is paused. */
      pausedText: z.nullable(z.object({ da: singleLine(500), en: singleLine(500) })),
      /** The club's key, typed; only to close it. */
      confirmation: z.optional(singleLine(40)),
    }),
    output: OperatorClubPage,
    errors: ['organisation_not_found', 'club_state_changed', 'confirmation_wrong'],
  }),
  setKey: endpoint({
    method: 'PUT',
    path: `${orgApi}/operator/club/{orgId}/gateway-key`,
    summary: "Tries and stores a club's key at the card gateway; it is used from the next payment on",
    ...ofClub,
    body: z.object({ key: GatewayKey, reason }),
    output: OperatorClubPage,
    errors: ['organisation_not_found', 'gateway_key_refused', 'payment_gateway_unavailable'],
  }),
  correct: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/club/{orgId}/details`,
    summary: "Corrects a club's name and e-mail address, or one of them",
    ...ofClub,
    body: z.object({ name: z.optional(requiredLine(80)), contactEmail: z.optional(Email), reason }),
    output: OperatorClubPage,
    errors: ['organisation_not_found'],
  }),
  setStorage: endpoint({
    method: 'PUT',
    path: `${orgApi}/operator/club/{orgId}/storage`,
    summary: "How many megabytes a club's pictures and documents may take",
    ...ofClub,
    body: z.object({ megabytes: integer(1, 100_000), reason }),
    output: OperatorClubPage,
    errors: ['organisation_not_found'],
  }),
  invite: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/club/{orgId}/invitation/item`,
    summary: "Invites somebody to a club's office by e-mail",
    ...ofClub,
    body: z.object({ email: Email, role: OfficeRole, reason }),
    output: OperatorClubPage,
    errors: ['organisation_not_found'],
  }),
  health: endpoint({
    method: 'GET',
    path: `${orgApi}/operator/health/item`,
    summary: 'Whether everything works that the portal needs, and what waits for a person',
    output: PortalHealth,
    errors: [],
  }),
  retryJob: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/job/{jobId}/retried`,
    summary: 'Runs a job again that was given up',
    params: z.object({ jobId: JobId }),
    output: null,
    errors: ['not_found'],
  }),
  dropJob: endpoint({
    method: 'POST',
    path: `${orgApi}/operator/job/{jobId}/dropped`,
    summary: 'Drops a job that was given up',
    params: z.object({ jobId: JobId }),
    body: GivenReason,
    output: null,
    errors: ['not_found'],
  }),
  people: endpoint({
    method: 'GET',
    path: `${orgApi}/operator/people/list`,
    summary:
      'People of all clubs, disabled ones too, whose name or e-mail address contains a text: the first 50 by name',
    query: z.object({ search: singleLine(100) }),
    output: z.array(OperatorPerson).check(z.maxLength(50)),
    mayBeStale: true,
    errors: [],
  }),
  setEnabled: endpoint({
    method: 'PUT',
    path: `${orgApi}/operator/people/{memberId}/enabled`,
    summary: 'Disables a person, who is refused from the next call on, or enables them again',
    params: z.object({ memberId: Id }),
    body: z.object({ enabled: z.boolean(), reason }),
    /** Disabling withdraws the person's open invitations to offices. */
    output: ChangedPerson,
    errors: ['not_found', 'member_disabled', 'person_is_yourself'],
  }),
  history: endpoint({
    method: 'GET',
    path: `${orgApi}/operator/history/list`,
    summary: 'What operators did, at clubs and elsewhere, newest first, in pages of 50',
    query: z.object({ before: z.optional(Id), orgKey: z.optional(OrgKey), ...historyQuery }),
    output: OperatorHistoryPage,
    mayBeStale: true,
    errors: [],
  }),
}
