import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Member, members } from '#contract/members/members.ts'
import { family, type Invitation } from '#contract/members/family.ts'
import { acting as endpoints } from '#contract/members/acting.ts'
import { actingState, impersonates } from '#web/api/acting/acting.ts'
import { call } from '#web/api/client.ts'
import { chooseLanguage, currentLanguage } from '#web/api/language.ts'
import { act, startActing, replaceSubject, resumeActing } from '#web/api/acting/change-acting.ts'
import { replaceMember } from '#web/api/session/session.ts'
import { callQuery, pagesBefore } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useCall } from '#web/api/use-call.ts'

/** Saves a profile. Pages read the member from the session, so nothing else needs refetching. */
export const useSaveProfile = () =>
  useCall(
    members.update,
    {},
    {
      onSuccess: (member) => {
        replaceMember(member)
        if (member.language && member.language !== currentLanguage()) chooseLanguage(member.language)
      },
    },
  )

/** Refetches the current user's profile, or that of the impersonated member. */
export const useLoadProfile = () => useMutation({ mutationFn: loadProfile, onSuccess: replaceMember })

async function loadProfile() {
  const acting = impersonates(actingState()) ? await resumeActing() : null
  return acting?.member ?? (await call(members.signIn, {})).member
}

export const archivedQuery = (memberId: string) =>
  callQuery([...queryKeys.family, 'archived', memberId], family.archivedParticipants, {})

/** Invitations that an address sent and received, newest first. */
export const invitationsQuery = (email: string) =>
  queryOptions({
    queryKey: [...queryKeys.family, 'invitations', email],
    queryFn: async ({ signal }) => {
      const [sent, received] = await Promise.all([
        call(family.invitations, { inviterEmail: email }, { signal }),
        call(family.invitations, { email }, { signal }),
      ])
      const all = new Map([...received, ...sent].map((one) => [one.id, one]))
      return {
        sent: sent.map(({ id }) => id),
        all: [...all.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
      }
    },
  })

/** Invitations that the user with this address has not answered. */
export function useWaitingInvitations(email: string | null): readonly Invitation[] {
  const { data } = useQuery({ ...invitationsQuery(email ?? ''), enabled: email !== null })
  return data?.all.filter(({ can }) => can.answer) ?? []
}

/** Invalidates delegates, invitations and the activity log, and the family's clubs, what these offer to each, and their tickets. */
function useReloadFamily() {
  const cache = useQueryClient()
  return () => {
    for (const key of ['memberships', 'events', 'tickets'] as const)
      void cache.invalidateQueries({ queryKey: queryKeys[key] })
    return cache.invalidateQueries({ queryKey: queryKeys.family })
  }
}

export function useInvite() {
  const reload = useReloadFamily()
  return useMutation({ mutationFn: (inviteeEmail: string) => call(family.invite, { inviteeEmail }), onSuccess: reload })
}

/** Answers an invitation. Resolves with the server's message, even if the answer was refused. */
export function useAnswer() {
  const reload = useReloadFamily()
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: 'approve' | 'reject' }) => call(family[answer], { id }),
    onSettled: reload,
  })
}

/** Ends a link or withdraws an invitation, and acting for a relative with it where it was theirs. */
export function useEndLink() {
  const cache = useQueryClient()
  const reload = useReloadFamily()
  return useMutation({
    mutationFn: ({ id }: Pick<Invitation, 'id'>) => call(family.end, { id }),
    onSuccess: async () => {
      const { acting } = actingState()
      if (acting?.as !== 'relative' && acting?.as !== 'relative_participant') return
      // Without an answer, the next call finds out whether it is still allowed.
      if (!(await resumeActing().catch(() => acting))) void cache.invalidateQueries()
    },
    onSettled: reload,
  })
}

export function useArchive() {
  const reload = useReloadFamily()
  return useMutation({
    mutationFn: (id: string) => call(family.archiveParticipant, { id }),
    onSuccess: ({ id }) => {
      if (actingState().acting?.member.id === id) startActing(null)
      return reload()
    },
  })
}

export function useRestore() {
  const reload = useReloadFamily()
  return useMutation({ mutationFn: (id: string) => call(family.restoreParticipant, { id }), onSuccess: reload })
}

/** Maximum members in one response; beyond that, search on the server. */
export const MOST_LISTED = 1000

/** How many of those a search finds are shown. */
export const MOST_FOUND = 50

/** Members by first and last name; with `search`, the first of those whose name or e-mail contains it. */
export const memberListQuery = (search: string) =>
  callQuery(
    [...queryKeys.members, 'list', search],
    members.list,
    search === '' ? { size: MOST_LISTED } : { size: MOST_FOUND, search },
    { placeholderData: keepPreviousData },
  )

/** The activity log, newest first. */
export const activityQuery = (memberId: string) =>
  pagesBefore(
    [...queryKeys.family, 'acts', memberId],
    endpoints.acts,
    {},
    { refetchOnWindowFocus: 'always', staleTime: 0 },
  )

/** Impersonates a member, and reloads the page because all of its data changes. */
export const useImpersonate = () =>
  useMutation({
    mutationFn: (memberId: string) => call(endpoints.impersonate, { memberId }),
    onSuccess: (started) => {
      act(started)
      location.reload()
    },
  })

/** Stops impersonating. Succeeds even if the server has already ended it. */
export const useEndImpersonation = () => useCall(endpoints.endImpersonation, {}, { onSuccess: stopActing })

/** Reloads the page as the current user. */
export function stopActing() {
  act(null)
  location.reload()
}

/** Adds or changes a participant and invalidates the family's lists. */
export function useSaveParticipant(readerId: string) {
  const cache = useQueryClient()
  const reload = useReloadFamily()
  const onSuccess = (saved: Member) => {
    replaceSubject(saved)
    cache.setQueryData(peopleQuery(readerId).queryKey, (people) =>
      people?.map((person) => (person.member.id === saved.id ? { ...person, member: saved } : person)),
    )
    return reload()
  }
  return {
    add: useCall(
      family.addParticipant,
      {},
      {
        onSuccess,
        // They may have been added.
        onError: () => void reload(),
      },
    ),
    change: useCall(members.update, {}, { onSuccess }),
  }
}

/** Fetches a participant; null if they no longer are one. */
export function useLoadParticipant(readerId: string) {
  const cache = useQueryClient()
  return async (id: string): Promise<Member | null> => {
    const people = await cache.fetchQuery({ ...peopleQuery(readerId), staleTime: 0 })
    return people.find(({ member }) => member.id === id)?.member ?? null
  }
}
