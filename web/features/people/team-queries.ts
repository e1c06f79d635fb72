import { queryOptions, useMutation } from '@tanstack/react-query'
import { create } from 'zustand'
import { type AttendanceState, teams } from '#contract/people/teams.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { onSessionEnd } from '#web/api/session/browser-session.ts'
import { showFailure } from '#web/api/toasts.ts'

/** A team of a club. */
export interface WhichTeam {
  readonly orgId: string
  readonly teamId: string
}

const ofClub = (orgId: string) => [...queryKeys.members, 'club', orgId]
const ofTeam = ({ orgId, teamId }: WhichTeam) => [...ofClub(orgId), 'team', teamId]

export const teamsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'teams'],
    queryFn: ({ signal }) => call(teams.list, { orgId }, { signal }),
  })

export const teamQuery = (which: WhichTeam) =>
  queryOptions({
    queryKey: [...ofTeam(which), 'people'],
    queryFn: ({ signal }) => call(teams.show, { ...which }, { signal }),
  })

/** Events whose sensitive answers the reader may see as a trainer of the team. */
export const teamEventsQuery = (which: WhichTeam) =>
  queryOptions({
    queryKey: [...ofTeam(which), 'events'],
    queryFn: ({ signal }) => call(teams.events, { ...which }, { signal }),
  })

/** @param day undefined: the last days */
export const attendanceQuery = (which: WhichTeam, day: string | undefined) =>
  queryOptions({
    queryKey: [...ofTeam(which), 'attendance', day],
    queryFn: ({ signal }) => call(teams.attendance, { ...which, ...(day && { day }) }, { signal }),
  })

export const teamsOfPersonQuery = (orgId: string, memberId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), memberId, 'teams'],
    queryFn: ({ signal }) => call(teams.ofPerson, { orgId, memberId }, { signal }),
  })

/** Writes of teams; lists and pages that show them load again. */
export function useTeamChanges(orgId: string) {
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ofClub(orgId) })
  type Sent<K extends keyof typeof teams> = Omit<Parameters<typeof call<(typeof teams)[K]>>[1], 'orgId'>
  return {
    add: useMutation({ mutationFn: (sent: Sent<'add'>) => call(teams.add, { orgId, ...sent }), onSettled }),
    save: useMutation({ mutationFn: (sent: Sent<'save'>) => call(teams.save, { orgId, ...sent }), onSettled }),
    addPeople: useMutation({
      mutationFn: (sent: Sent<'addPeople'>) => call(teams.addPeople, { orgId, ...sent }),
      onSettled,
    }),
    changeRole: useMutation({
      mutationFn: (sent: Sent<'changeRole'>) => call(teams.changeRole, { orgId, ...sent }),
      onSettled,
    }),
    endPerson: useMutation({
      mutationFn: (sent: Sent<'endPerson'>) => call(teams.endPerson, { orgId, ...sent }),
      onSettled,
    }),
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
