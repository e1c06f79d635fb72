import { exports } from '#contract/exports.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { requireOwn } from '#server/domains/privacy/index.ts'
import { requireFilter } from '#server/domains/memberships/index.ts'
import { selectFieldColumns } from '#server/domains/people/index.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { exportList, fetchExport, showExport } from './export-list.ts'
import { beginPersonExport, fetchPersonExport, showPersonExport } from './person-export.ts'
import { listEarlierExports } from './list-earlier.ts'

const members = { may: office('members.read', clubOfPath) }
const payments = { may: office('money.read', clubOfPath) }
const history = { may: office('reports', clubOfPath) }
const registrations = { may: office('events.read', clubOfPath) }
const couponCodes = { may: office('events.write', clubOfPath) }
/** Nobody does this for somebody whom they impersonate. */
const own = { may: 'member', impersonator: 'refused' } as const
const operator = { may: 'operator' } as const
const writing = { transaction: 'own', limiter: 'documents', rate: { calls: 20, daily: 200 } } as const

export const exportRoutes = ({ secrets }: { readonly secrets: Secrets }) => [
  route(exports.members, { ...members, ...writing }, async (db, caller, input) => {
    requireFilter(caller, input)
    return exportList(db, caller, 'members', { ...input, ownFields: await selectFieldColumns(db, caller) })
  }),
  route(exports.membersEarlier, { ...members, rate: { calls: 120 } }, (db, caller) =>
    listEarlierExports(db, caller, 'members'),
  ),
  route(exports.membersState, { ...members, rate: { calls: 240 } }, (db, caller, input) =>
    showExport(db, caller, 'members', input),
  ),
  route(exports.membersFile, { ...members, rate: { calls: 60 } }, (tx, caller, input) =>
    fetchExport(tx, caller, 'members', input),
  ),
  route(exports.payments, { ...payments, ...writing }, (db, caller, input) =>
    exportList(db, caller, 'payments', input),
  ),
  route(exports.paymentsEarlier, { ...payments, rate: { calls: 120 } }, (db, caller) =>
    listEarlierExports(db, caller, 'payments'),
  ),
  route(exports.paymentsState, { ...payments, rate: { calls: 240 } }, (db, caller, input) =>
    showExport(db, caller, 'payments', input),
  ),
  route(exports.paymentsFile, { ...payments, rate: { calls: 60 } }, (tx, caller, input) =>
    fetchExport(tx, caller, 'payments', input),
  ),
  route(exports.owes, { ...payments, ...writing }, (db, caller, input) => exportList(db, caller, 'owes', input)),
  route(exports.owesEarlier, { ...payments, rate: { calls: 120 } }, (db, caller) =>
    listEarlierExports(db, caller, 'owes'),
  ),
  route(exports.owesState, { ...payments, rate: { calls: 240 } }, (db, caller, input) =>
    showExport(db, caller, 'owes', input),
  ),
  route(exports.owesFile, { ...payments, rate: { calls: 60 } }, (tx, caller, input) =>
    fetchExport(tx, caller, 'owes', input),
  ),
  route(exports.history, { ...history, ...writing }, (db, caller, input) => exportList(db, caller, 'history', input)),
  route(exports.historyEarlier, { ...history, rate: { calls: 120 } }, (db, caller) =>
    listEarlierExports(db, caller, 'history'),
  ),
  route(exports.historyState, { ...history, rate: { calls: 240 } }, (db, caller, input) =>
    showExport(db, caller, 'history', input),
  ),
  route(exports.historyFile, { ...history, rate: { calls: 60 } }, (tx, caller, input) =>
    fetchExport(tx, caller, 'history', input),
  ),
  route(exports.registrations, { ...registrations, ...writing }, (db, caller, input) =>
    exportList(db, caller, 'registrations', input),
  ),
  route(exports.registrationsEarlier, { ...registrations, rate: { calls: 120 } }, (db, caller, input) =>
    listEarlierExports(db, caller, 'registrations', input),
  ),
  route(exports.registrationsState, { ...registrations, rate: { calls: 240 } }, (db, caller, input) =>
    showExport(db, caller, 'registrations', input),
  ),
  route(exports.registrationsFile, { ...registrations, rate: { calls: 60 } }, (tx, caller, input) =>
    fetchExport(tx, caller, 'registrations', input),
  ),
  route(exports.couponCodes, { ...couponCodes, ...writing }, (db, caller, input) =>
    exportList(db, caller, 'couponCodes', input),
  ),
  route(exports.couponCodesFile, { ...couponCodes, rate: { calls: 60 } }, (tx, caller, input) =>
    fetchExport(tx, caller, 'couponCodes', input),
  ),
  route(exports.person, { ...own, signInAge: 'fresh', rate: { calls: 10 } }, async (tx, actor, input) => {
    await requireOwn(tx, actor, input)
    return beginPersonExport(tx, actor, input)
  }),
  route(exports.personState, { ...own, rate: { calls: 240 } }, async (db, actor, input) => {
    await requireOwn(db, actor, input)
    return showPersonExport(db, actor, input)
  }),
  route(exports.personFile, { ...own, signInAge: 'fresh', rate: { calls: 20 } }, async (tx, actor, input) => {
    await requireOwn(tx, actor, input)
    return fetchPersonExport(secrets, tx, actor, input)
  }),
  route(exports.ofPerson, { ...operator, rate: { calls: 20 } }, (tx, actor, { reason, ...input }) =>
    beginPersonExport(tx, actor, input, { reason }),
  ),
  route(exports.ofPersonState, { ...operator, rate: { calls: 240 } }, showPersonExport),
  route(exports.ofPersonFile, { ...operator, rate: { calls: 20 } }, (db, actor, input) =>
    fetchPersonExport(secrets, db, actor, input),
  ),
]
