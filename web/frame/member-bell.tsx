import type { SessionState } from '#web/api/session/session.ts'
import { answerInNotification } from '#web/features/members/family/in-notification.tsx'
import { Bell } from '#web/features/notifications/bell.tsx'

type Session = Extract<SessionState, { status: 'signed-in' }>

/** The bell of a member, in which a question of their family can be answered. */
const MemberBell = ({ member }: Pick<Session, 'member'>) => (
  <Bell memberId={member.id} extra={answerInNotification(member)} />
)

export default MemberBell
