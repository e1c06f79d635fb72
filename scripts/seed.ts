/**
 * npm run seed: fills an empty database with the demo world; one that has a club is left as it is. `-- --large` puts a
 * thousand clubs, ten thousand events and a hundred thousand members around it; `--entries` says how many places at events, `--members` how
 * many members, with fewer clubs and events in proportion.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { failStart, openContext } from '#server/context.ts'
import { closeDb, inTransaction, openDb, type Db, type Tx } from '#server/database/db.ts'
import * as schema from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { sql } from '#server/database/sql.ts'
import { addDays, momentAt } from './demo-world/calendar.ts'
import { insertClubPictures } from './demo-world/club-pictures.ts'
import { cancelRows } from './demo-world/cancelled-events.ts'
import { fillWaitingLists } from './demo-world/waiting-lists.ts'
import { fillWeeklyTraining } from './demo-world/weekly-training.ts'
import { fillRegisters } from './demo-world/club-people.ts'
import { clubTextRows } from './demo-world/club-texts.ts'
import { organisationRows, paymentConfigurationRows, seededClubs, type SeededClub } from './demo-world/club-rows.ts'
import { couponRows } from './demo-world/coupon-rows.ts'
import { eventPictureRows } from './demo-world/event-pictures.ts'
import { eventRows } from './demo-world/event-rows.ts'
import { questionRows } from './demo-world/question-rows.ts'
import { familyRows } from './demo-world/family-rows.ts'
import { memberRows, type MemberRow } from './demo-world/member-rows.ts'
import { historyRows, officeRows } from './demo-world/office-rows.ts'
import type { Holding } from './demo-world/people.ts'
import { rowsOfPurchases, searchOrders, type Purchase } from './demo-world/purchases.ts'
import { movedRows } from './demo-world/moved-event.ts'
import { registerPayments } from './demo-world/register-payments.ts'
import { playRegister } from './demo-world/register-scenes.ts'
import { threadRows } from './demo-world/thread-rows.ts'
import { ticketRows } from './demo-world/ticket-rows.ts'
import { fillLargeWorld } from './large-world/fill.ts'
import { largeWorld, type LargeWorld } from './large-world/size.ts'
import { CommandProblem } from './operator/on-database.ts'

/** Held while seeding, so that two servers seed an empty database once. */
const LOCK = 0x5eed

/** @returns whether the database was empty and has been filled */
export function seedDemoWorld({ db, secrets }: { db: Db; secrets: Secrets }, large?: LargeWorld): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Whoever comes second waits for the first, also on a slow machine.
    await tx.execute(sql`set local lock_timeout = '2min'`)
    await tx.execute(sql`set local statement_timeout = '2min'`)
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const [club] = await tx.select({ id: schema.organisations.id }).from(schema.organisations).limit(1)
    if (club) return false

    const today = copenhagenDate(tx.now)
    const clubs = seededClubs(today)
    const members = memberRows(today)
    await insertWorld(tx, clubs, members, today, secrets)
    if (large) await fillLargeWorld(tx, secrets, large)
    return true
  })
}

/** One statement for each table, to be fast. */
async function insertWorld(tx: Tx, clubs: SeededClub[], members: MemberRow[], today: string, secrets: Secrets) {
  const { events, pools, categories, phases, pictured } = eventRows(clubs, today)
  const { invitations, notifications, acts } = familyRows(members, today)
  const tickets = ticketRows({ clubs, members, events: { events, categories, phases }, today }, secrets)
  const office = officeRows(clubs, members, today)
  const { threads, messages, notes, reads, templates, admins } = threadRows({ clubs, members, events, today })
  const bought = rowsOfPurchases(purchases(clubs, members, today), secrets, tickets.paid, tickets.refunded)
  const coupons = couponRows(clubs, events, today)
  const asked = questionRows(events, tickets.entries, secrets)
  const cancels = cancelRows(events, tickets.refunded, office.holderOf, today)

  const moved = movedRows(events, tickets.entries, tickets.orders, office.holderOf, today)

  await tx.insert(schema.organisations).values(organisationRows(clubs))
  await tx.insert(schema.clubTexts).values(clubTextRows(clubs))
  await insertClubPictures(tx, clubs)
  await tx.insert(schema.paymentConfigurations).values(paymentConfigurationRows(clubs, secrets))
  await tx.insert(schema.membershipConfigurations).values(clubs.flatMap((club) => club.configurations))
  await tx.insert(schema.events).values(events)
  await tx.insert(schema.eventPools).values(pools)
  await tx.insert(schema.eventCategories).values(categories)
  await tx.insert(schema.eventPhases).values(phases)
  await tx.insert(schema.eventQuestions).values(asked.questions)
  await tx.insert(schema.eventPictures).values(await eventPictureRows(pictured))
  await tx.insert(schema.coupons).values(coupons)
  await tx.insert(schema.members).values(members)
  await tx.insert(schema.messagePreferences).values(preferenceRows(members))
  await tx.insert(schema.familyInvitations).values(invitations)
  await tx.insert(schema.notifications).values(notifications)
  await tx.insert(schema.acts).values(acts)
  await tx.insert(schema.memberships).values(bought.memberships)
  await tx.insert(schema.membershipTerms).values(bought.terms)
  await tx.insert(schema.orders).values([...bought.orders, ...tickets.orders])
  await tx.insert(schema.orderLines).values(bought.lines)
  // Before the places, which keep what they cost.
  await tx.insert(schema.orderLines).values(tickets.lines)
  await tx.insert(schema.eventEntries).values(tickets.entries)
  await tx.insert(schema.eventAnswers).values(asked.answers)
  await tx.insert(schema.payments).values([...bought.payments, ...tickets.payments])
  await tx.insert(schema.statusChanges).values(tickets.changes)
  await tx.insert(schema.refunds).values(tickets.refunds)
  await tx.insert(schema.refundLines).values(tickets.refundLines)
  await tx.insert(schema.receiptCounters).values(bought.counters)
  await tx.insert(schema.receipts).values(bought.receipts)
  await tx.execute(searchOrders)
  for (const statement of fillRegisters) await tx.execute(statement)
  for (const statement of fillWaitingLists) await tx.execute(statement)
  for (const statement of fillWeeklyTraining) await tx.execute(statement)
  await tx.insert(schema.creditNotes).values(bought.creditNotes)
  await tx.insert(schema.eventRuns).values(cancels.runs)
  await tx.insert(schema.eventRunItems).values(cancels.items)
  await tx.insert(schema.eventChanges).values(moved.changes)
  await tx.insert(schema.eventMoves).values(moved.moves)
  await tx.insert(schema.eventMoveAnswers).values(moved.answers)
  await tx.insert(schema.threads).values(threads)
  await tx.insert(schema.threadMessages).values(messages)
  await tx.insert(schema.threadNotes).values(notes)
  await tx.insert(schema.threadReads).values(reads)
  await tx.insert(schema.answerTemplates).values(templates)
  await tx.insert(schema.organisationAdmins).values(admins)
  await tx.insert(schema.officeGrants).values(office.grants)
  const history = historyRows(clubs, events, coupons, office.holderOf, today)
  await tx.insert(schema.officeHistory).values([...office.history, ...history, ...cancels.history, ...moved.history])
}

/** Everybody with a phone and a sign-in gets WhatsApp messages about payments, so that there are some to see. */
const preferenceRows = (members: readonly MemberRow[]) =>
  members
    .filter(({ email, phone }) => email !== null && phone !== '')
    .map(({ id }) => ({ memberId: id, kind: 'payments' as const, channel: 'whatsapp' as const, wanted: true }))

/** Orders for all memberships, in the weeks after sales started: one for each buyer, club and season. */
function purchases(clubs: readonly SeededClub[], members: readonly MemberRow[], today: string): Purchase[] {
  const byId = new Map(members.map((member) => [member.id, member]))
  const wanted = members.flatMap((member) => {
    const buyer = byId.get(member.parentId ?? '') ?? member
    const held = member.person.held.map((holding) => found(clubs, holding, 'past'))
    const holds = member.person.holds.map((holding) => found(clubs, holding, 'current'))
    return [...held, ...holds].map((thing) => ({ buyer, member, ...thing }))
  })
  const orders = Map.groupBy(
    wanted,
    ({ buyer, club, configuration }) => `${buyer.id} ${club.key} ${configuration.season}`,
  )
  return [...orders.values()].map((items, position) => {
    const { buyer, club, configuration } = items[0]!
    const paidOn = addDays(configuration.offerStartDate, 5 + ((position * 7) % 50))
    const paidAt = momentAt(paidOn < today ? paidOn : addDays(today, -1), `20:${10 + (position % 50)}`)
    return { buyer, club, items, paidAt }
  })
}

function found(clubs: readonly SeededClub[], holding: Holding, season: 'past' | 'current') {
  const [key, kind] = holding.split(':')
  const club = clubs.find((candidate) => candidate.key === key)
  const configuration = club?.configurations.find((candidate) => candidate.kind === kind && candidate.season === season)
  if (!club || !configuration) throw new Error(`The demo world has no ${season} ${holding}`)
  return { club, configuration }
}

/** The size of the large demo world, if the command line asks for it. Throws in production. */
export function largeOf(args: readonly string[], production: boolean): LargeWorld | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { large: { type: 'boolean', default: false }, entries: { type: 'string' }, members: { type: 'string' } },
  })
  if (!values.large) return undefined
  if (production) throw new CommandProblem('The large demo world is for development: NODE_ENV is production')
  const entries = Number(values.entries ?? largeWorld.entries)
  if (!Number.isInteger(entries) || entries < 0) throw new CommandProblem('--entries is a number of places at events')
  const members = Number(values.members ?? largeWorld.members)
  if (!Number.isInteger(members) || members < 1000)
    throw new CommandProblem('--members is a number of members, 1,000 at least')
  const part = members / largeWorld.members
  return { clubs: Math.ceil(largeWorld.clubs * part), events: Math.ceil(largeWorld.events * part), members, entries }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    // Only the database is used, not the external components.
    const config = readConfig({ SIMULATORS_URL: 'http://127.0.0.1', ...process.env })
    const large = largeOf(process.argv.slice(2), config.production)
    const context = await openContext(config)
    // Inserting a whole table takes longer than the portal's statement timeout.
    const db = openDb(context.databaseUrl, { name: 'portal seed', size: 1, statementTimeout: 600_000 })
    const seeded = await seedDemoWorld({ ...context, db }, large)
    if (seeded && !large) await playRegister(context)
    // The planner has no statistics yet.
    if (seeded && large) await db.execute(sql`vacuum (analyze)`)
    await closeDb(db)
    // Elsewhere the portal registers them when it starts its simulators.
    if (process.env['SIMULATORS_URL']) await registerPayments(context)
    await context.close()
    if (!seeded && large) throw new CommandProblem('The large demo world needs an empty database: this one has clubs')
    context.log.info(seeded ? 'The demo world is there' : 'The database has clubs already and is left as it is')
  } catch (error) {
    failStart(error)
  }
}
