import { create } from 'zustand'
import { type AttendanceState, teams } from '#contract/people/teams.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { onSessionEnd } from '#web/api/session/browser-session.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'

/** A team of a club. */
export interface WhichTeam {
  readonly orgId: string
  readonly teamId: string
}

const ofClub = (orgId: string) => [...queryKeys.members, 'club', orgId]
const ofTeam = ({ orgId, teamId }: WhichTeam) => [...ofClub(orgId), 'team', teamId]

export const teamsQuery = (orgId: string) => callQuery([...ofClub(orgId), 'teams'], teams.list, { orgId })

export const teamQuery = (which: WhichTeam) => callQuery([...ofTeam(which), 'people'], teams.show, which)

/** Events whose sensitive answers the reader may see as a trainer of the team. */
export const teamEventsQuery = (which: WhichTeam) => callQuery([...ofTeam(which), 'events'], teams.events, which)

/** @param day undefined: the last days */
export const attendanceQuery = (which: WhichTeam, day: string | undefined) =>
  callQuery([...ofTeam(which), 'attendance', day], teams.attendance, { ...which, ...(day && { day }) })

export const teamsOfPersonQuery = (orgId: string, memberId: string) =>
  callQuery([...ofClub(orgId), memberId, 'teams'], teams.ofPerson, { orgId, memberId })

/** Writes of teams; lists and pages that show them load again. */
export function useTeamChanges(orgId: string) {
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ofClub(orgId) })
  return {
    add: useCall(teams.add, { orgId }, { onSettled }),
    save: useCall(teams.save, { orgId }, { onSettled }),
    addPeople: useCall(teams.addPeople, { orgId }, { onSettled }),
    changeRole: useCall(teams.changeRole, { orgId }, { onSettled }),
    endPerson: useCall(teams.endPerson, { orgId }, { onSettled }),
  }
}

/** One person on one day. */
export interface Tap extends WhichTeam {
  readonly memberId: string
  readonly day: string
}

interface Unsaved extends Tap {
  readonly state: AttendanceState | null
  /** Why it was not saved; null while it is being sent. */
  readonly error: unknown
}

/** Taps that are not saved yet, also while another page is open. */
export const useUnsaved = create<{ readonly taps: Readonly<Record<string, Unsaved>> }>(() => ({ taps: {} }))

export const tapKey = ({ teamId, memberId, day }: Tap) => `${teamId} ${day} ${memberId}`
const sending = new Set<string>()

const keep = (key: string, tap: Unsaved) => useUnsaved.setState(({ taps }) => ({ taps: { ...taps, [key]: tap } }))
const drop = (key: string) =>
  useUnsaved.setState(({ taps }) => ({ taps: Object.fromEntries(Object.entries(taps).filter(([one]) => one !== key)) }))

/** Sending it again would be in vain. */
const isRefused = (error: unknown) => error instanceof ApiProblem && [400, 403, 404, 422].includes(error.status)

/** Saves a tap at once. One that does not get through is kept, and sent again with the connection. */
export async function markAttendance(tap: Tap, state: AttendanceState | null): Promise<void> {
  const key = tapKey(tap)
  keep(key, { ...tap, state, error: null })
  // A call that is on its way is followed by the last tap.
  if (sending.has(key)) return
  sending.add(key)
  try {
    for (let wanted: AttendanceState | null | undefined = state; wanted !== undefined;) {
      const { orgId, teamId, memberId, day } = tap
      const mark = await call(teams.mark, { orgId, teamId, memberId, day, state: wanted })
      queryClient.setQueryData(attendanceQuery(tap, day).queryKey, (known) => {
        if (!known) return known
        const others = known.marks.filter((one) => one.memberId !== memberId || one.day !== day)
        return { ...known, marks: mark.state ? [...others, mark] : others }
      })
      const last: Unsaved | undefined = useUnsaved.getState().taps[key]
      if (last && last.state !== wanted) wanted = last.state
      else {
        drop(key)
        wanted = undefined
      }
    }
    await queryClient.invalidateQueries({ queryKey: ofTeam(tap), refetchType: 'none' })
  } catch (error) {
    const last = useUnsaved.getState().taps[key]
    if (isRefused(error)) drop(key)
    else if (last) keep(key, { ...last, error })
    throw error
  } finally {
    sending.delete(key)
  }
}

/** Sends again what failed. */
export const sendUnsaved = () => {
  for (const { state, error, ...tap } of Object.values(useUnsaved.getState().taps))
    if (error !== null)
      void markAttendance(tap, state).catch((again: unknown) => {
        if (isRefused(again)) showFailure(again)
      })
}

globalThis.addEventListener('online', sendUnsaved)
onSessionEnd(() => useUnsaved.setState({ taps: {} }))
