import { clubStart } from '#contract/office/start.ts'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { officeToday } from '#contract/office/today.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { listHistory, listHistoryOfEvent, listHistoryOfPerson } from '#server/domains/audit/index.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { askToGoLive, markStart, showStart, withdrawGoLive } from './club-start.ts'
import { stopMessage } from '#server/domains/notifications/index.ts'
import { stopMove } from '#server/domains/events/index.ts'
import { stopRefund } from '#server/domains/orders/index.ts'
import { stopGrant, stopLeaving, stopOffer } from '#server/domains/people/index.ts'
import { listDelayedActions } from './delayed-actions.ts'
import { acceptInvitation, inviteToOffice, showInvitation, withdrawInvitation } from './invitations.ts'
import { viewOffice } from './look.ts'
import { listMyOffices, showOffice } from './my-offices.ts'
import { showToday } from './today.ts'
import { changeRoles, leaveOffice, listOfficePeople, revokeAccess } from './people.ts'

const settings = office('settings', clubOfPath)
const changing = { may: settings, rate: { calls: 60 } }
const own = { may: 'member', impersonator: 'refused' } as const

export const officeRoutes = (services: { readonly secrets: Secrets }) => [
  route(officeAccess.mine, { may: 'member' }, listMyOffices),
  route(officeAccess.show, { may: 'member' }, showOffice),
  route(officeAccess.people, { may: settings }, listOfficePeople),
  route(officeAccess.invite, { may: settings, rate: { calls: 20, daily: 60 } }, inviteToOffice),
  route(officeAccess.withdraw, changing, withdrawInvitation),
  route(officeAccess.change, changing, changeRoles),
  route(officeAccess.revoke, changing, revokeAccess),
  route(officeAccess.look, { may: 'operator', rate: { calls: 20 } }, viewOffice),
  route(officeAccess.leave, { ...own, rate: { calls: 20 } }, leaveOffice),
  route(officeAccess.invitation, { may: 'member', rate: { calls: 30 } }, (tx, actor, input) =>
    showInvitation(services, tx, actor, input),
  ),
  route(officeAccess.accept, { ...own, rate: { calls: 20 } }, (tx, actor, input) =>
    acceptInvitation(services, tx, actor, input),
  ),
  route(officeToday.show, { may: office('any', clubOfPath), rate: { calls: 120 } }, showToday),
  route(clubStart.show, { may: settings }, showStart),
  route(clubStart.ask, changing, askToGoLive),
  route(clubStart.withdraw, changing, withdrawGoLive),
  route(clubStart.mark, changing, markStart),
  route(officeHistory.list, { may: office('reports', clubOfPath), rate: { calls: 120 } }, listHistory),
  route(officeHistory.ofEvent, { may: office('events.read', clubOfPath), rate: { calls: 120 } }, listHistoryOfEvent),
  route(officeHistory.ofPerson, { may: office('members.read', clubOfPath), rate: { calls: 120 } }, listHistoryOfPerson),
  route(delayedActions.list, { may: office('any', clubOfPath), rate: { calls: 240 } }, listDelayedActions),
  route(delayedActions.stopRefund, { may: office('money.refund', clubOfPath), rate: { calls: 60 } }, stopRefund),
  route(delayedActions.stopMove, { may: office('events.write', clubOfPath), rate: { calls: 60 } }, stopMove),
  route(delayedActions.stopGrant, { may: office('members.write', clubOfPath), rate: { calls: 60 } }, stopGrant),
  route(delayedActions.stopOffer, { may: office('members.write', clubOfPath), rate: { calls: 60 } }, stopOffer),
  route(delayedActions.stopMessage, { may: office('messages.send', clubOfPath), rate: { calls: 60 } }, stopMessage),
  route(delayedActions.stopLeave, { may: office('members.write', clubOfPath), rate: { calls: 60 } }, stopLeaving),
]
