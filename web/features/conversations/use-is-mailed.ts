import { useSessionState, type SessionState } from '#web/api/session/session.ts'

/** Whether a club's answers come to the reader by e-mail, too: an address that is not confirmed is not their address. */
export const useIsMailed = (): boolean => isMailed(useSessionState())

export const isMailed = (session: SessionState): boolean =>
  session.status !== 'signed-in' || session.self.email !== null
