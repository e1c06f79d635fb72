import { acting } from '#contract/acting.ts'
import { route } from '#server/http/route.ts'
import { endImpersonation, impersonate } from './impersonate.ts'
import { listActs } from './list-acts.ts'
import { showActing, type ShowMember } from './show-acting.ts'

export const actingRoutes = (showMember: ShowMember) => [
  route(acting.current, { may: 'member' }, (db, actor) => showActing(showMember, db, actor)),
  route(acting.impersonate, { may: 'super_admin', rate: { calls: 60 } }, (tx, actor, input) =>
    impersonate(showMember, tx, actor, input),
  ),
  // What has ended already is ended without a refusal.
  route(acting.endImpersonation, { may: 'member', acting: 'ignored' }, endImpersonation),
  route(acting.acts, { may: 'member' }, listActs),
]
