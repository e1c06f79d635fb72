import { operator } from '#contract/operator.ts'
import { Problem } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'
import { selectOptionalOrganisationOfKey } from '#server/domains/organisations/index.ts'
import { changeState, type ClubServices, correctClub, goLive, inviteToClub, setKey, setStorage } from './change-club.ts'
import { showClubPage } from './club-page.ts'
import { tryGatewayKey } from './gateway-key.ts'
import { listOperatorHistory } from './history.ts'
import { dropJob, type HealthServices, retryJob, showHealth } from './health.ts'
import { listClubs } from './list-clubs.ts'
import { checkNewClub, createClub } from './new-club.ts'
import { listPeople, setPersonEnabled } from './people.ts'

const reading = { may: 'operator', rate: { calls: 240 } } as const
const writing = { may: 'operator', rate: { calls: 60 } } as const

export const operatorRoutes = (services: ClubServices & HealthServices) => [
  route(operator.clubs, reading, (db, _, input) => listClubs(db, input)),
  route(operator.check, reading, (db, _, input) => checkNewClub(db, input)),
  route(operator.tryKey, { ...writing, transaction: 'own' }, async (_db, _actor, { key }) => ({
    key: await tryGatewayKey(services.gateway, key),
  })),
  route(operator.create, { ...writing, transaction: 'own' }, (db, actor, input) =>
    createClub(services, db, actor, input),
  ),
  route(operator.show, reading, async (db, actor, { orgKey }) => {
    const organisation = await selectOptionalOrganisationOfKey(db, orgKey)
    if (!organisation) throw new Problem('organisation_not_found')
    return showClubPage(services.secrets, db, actor, organisation)
  }),
  route(operator.goLive, writing, (tx, actor, input) => goLive(services, tx, actor, input)),
  route(operator.changeState, writing, (tx, actor, input) => changeState(services, tx, actor, input)),
  route(operator.setKey, { ...writing, transaction: 'own' }, (db, actor, input) => setKey(services, db, actor, input)),
  route(operator.correct, writing, (tx, actor, input) => correctClub(services, tx, actor, input)),
  route(operator.setStorage, writing, (tx, actor, input) => setStorage(services, tx, actor, input)),
  route(operator.invite, writing, (tx, actor, input) => inviteToClub(services, tx, actor, input)),
  route(operator.health, reading, (db) => showHealth(services, db)),
  route(operator.retryJob, writing, retryJob),
  route(operator.dropJob, writing, dropJob),
  route(operator.people, reading, listPeople),
  route(operator.setEnabled, writing, setPersonEnabled),
  route(operator.history, reading, listOperatorHistory),
]
