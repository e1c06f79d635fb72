import { privacy } from '#contract/privacy.ts'
import { route } from '#server/http/route.ts'
import { askForErasure, requireOwn, showErasure, stopErasure } from './erase-person.ts'

/** Nobody does this for somebody whom they impersonate. */
const own = { may: 'member', impersonator: 'refused' } as const
const operator = { may: 'operator' } as const
const writing = { rate: { calls: 20 } } as const

export const privacyRoutes = () => [
  route(privacy.erasure, { ...own, rate: { calls: 240 } }, async (db, actor, input) => {
    await requireOwn(db, actor, input)
    return showErasure(db, input)
  }),
  route(privacy.erase, { ...own, ...writing, signInAge: 'fresh' }, async (tx, actor, input) => {
    await requireOwn(tx, actor, input)
    return askForErasure(tx, actor, input)
  }),
  route(privacy.stopErasure, { ...own, ...writing }, async (tx, actor, input) => {
    await requireOwn(tx, actor, input)
    return stopErasure(tx, actor, input)
  }),
  route(privacy.erasureOfPerson, { ...operator, rate: { calls: 240 } }, (db, _, input) => showErasure(db, input)),
  route(privacy.erasePerson, { ...operator, ...writing }, (tx, actor, { reason, ...input }) =>
    askForErasure(tx, actor, input, { reason }),
  ),
  route(privacy.stopErasureOfPerson, { ...operator, ...writing }, stopErasure),
]
