import { fullName } from '#contract/members/full-name.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import { imports } from '#contract/people/imports.ts'
import { teams } from '#contract/people/teams.ts'
import type { Context } from '#server/context.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { orderRoutes } from '#server/domains/orders/index.ts'
import { selectOptionalOrganisationByKey } from '#server/domains/organisations/index.ts'
import { importJobs, importRoutes, peopleRoutes } from '#server/domains/people/index.ts'
import { addDays } from './calendar.ts'
import { seededClubs } from './club-rows.ts'
import { memberRows } from './member-rows.ts'

/** One row has a birth date that no calendar has. */
const list = `Navn;Fødselsdato;Mobil;Postnr.;By;Medlem siden
Gerda Fisker;14-02-1957;21 40 31 07;4000;Roskilde;01-04-2012
Villads Bro;03-09-1988;26 11 90 45;4000;Roskilde;15-05-2021
Tove Ladefoged;30-11-1949;46 35 22 18;4320;Lejre;01-03-2004
Laust Enevoldsen;31-02-1990;31 77 02 64;4000;Roskilde;01-08-2023
`

/**
 * The rowing club's register as its office keeps it, by the calls of its pages: three people added by hand, one of them twice, cash and
 * an invoice, a team with a mark, and a list that was imported. Requires the demo world.
 */
export async function playRegister(context: Context): Promise<void> {
  const { db } = context
  const today = copenhagenDate(await portalNow(db))
  const organisation = (await selectOptionalOrganisationByKey(db, 'ROKLUB'))!
  const orgId = organisation.id
  const members = memberRows(today)
  const idOf = (name: string) => members.find((member) => fullName(member) === name)!.id
  const season = seededClubs(today)
    .find(({ id }) => id === orgId)!
    .configurations.find((one) => one.kind === 'adult' && one.season === 'current')!

  const routes = [...orderRoutes(context), ...peopleRoutes(context), ...importRoutes()]
  type Handler = (typeof routes)[number]['handler']
  const as = (name: string, role: 'chair' | 'trainer') => {
    const id = idOf(name)
    const actor = { memberId: id, actorId: id, acting: null, roles: [], grants: [{ orgKey: 'ROKLUB', roles: [role] }] }
    return { actor, organisation } as unknown as Parameters<Handler>[1]
  }
  const call = async <E extends Endpoint>(endpoint: E, input: object, caller = as('Ditte Skov', 'chair')) => {
    const { handler, rules } = routes.find((route) => route.endpoint === endpoint)!
    const run = async (store: Parameters<Handler>[0]) =>
      (await handler(store, caller, { orgId, ...input })) as Output<E>
    return rules.transaction === 'own' ? run(db) : inTransaction(db, run)
  }

  const add = (person: object) =>
    call(byHand.addPerson, { email: null, dateOfBirth: null, phone: '', consent: true, ...person })
  const sell = (memberId: string, pay: object) =>
    call(byHand.add, {
      token: newToken(),
      memberId,
      lines: [{ membershipConfId: season.id }],
      pay,
      reason: 'Papirblanket',
    })

  const egon = await add({ firstName: 'Egon', lastName: 'Bagger', phone: '+4546371190', dateOfBirth: '1951-06-08' })
  const reference = 'Kontant i klubhuset'
  await sell(egon.id, { how: 'taken', method: 'cash', receivedOn: addDays(today, -1), reference })
  const tilde = await add({ firstName: 'Tilde', lastName: 'Vestergaard', email: 'tilde.vestergaard@example.org' })
  await sell(tilde.id, { how: 'invoice', dueOn: addDays(today, 10) })
  // From a paper form, although he is there.
  const { firstName, lastName, phone } = members.find((member) => fullName(member) === 'Poul Nygaard')!
  await add({ firstName, lastName, phone, another: true })

  const { id: teamId } = await call(teams.add, { name: 'Ungdomsroning', season: today.slice(0, 4) })
  const join = (role: string, names: readonly string[]) => call(teams.addPeople, { teamId, role, ids: names.map(idOf) })
  await join('trainer', ['Sofus Krag'])
  await join('player', ['Alma Holm', 'Freja Mørk', 'Oliver Steffensen'])
  const mark = { teamId, memberId: idOf('Alma Holm'), day: today, state: 'came' }
  await call(teams.mark, mark, as('Sofus Krag', 'trainer'))

  const { id: importId, version } = await call(imports.upload, {
    bytes: Buffer.from(list),
    fileName: 'Medlemmer fra regnearket.csv',
  })
  const [work] = importJobs(context)
  const run = () => work!.run({ importId }, { attempt: 1, maxAttempts: 1 })
  await call(imports.check, { importId, version })
  await run()
  const checked = await call(imports.show, { importId })
  await call(imports.run, { importId, version: checked.version })
  await run()
}
