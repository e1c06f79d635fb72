import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { family, type Invitation } from '#contract/family.ts'
import { actingState } from '#web/api/acting/acting.ts'
import { actFor } from '#web/api/acting/change-acting.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

export const archivedQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.family, 'archived', memberId],
    queryFn: ({ signal }) => call(family.archivedParticipants, {}, { signal }),
  })

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

/** Those that wait for the answer of the reader, whose address it is. */
export function useWaitingInvitations(email: string | null): readonly Invitation[] {
  const { data } = useQuery({ ...invitationsQuery(email ?? ''), enabled: email !== null })
  return data?.all.filter(({ can }) => can.answer) ?? []
}

/** Asks anew for everybody in reach, every invitation and every act. */
function useReloadFamily() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: queryKeys.family })
}

export function useInvite() {
  const reload = useReloadFamily()
  return useMutation({ mutationFn: (inviteeEmail: string) => call(family.invite, { inviteeEmail }), onSuccess: reload })
}

/** Answers one invitation. It resolves with the server's sentence, also when it went wrong there. */
export function useAnswer() {
  const reload = useReloadFamily()
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: 'approve' | 'reject' }) => call(family[answer], { id }),
    onSettled: reload,
  })
}

/** Ends a link, or withdraws what was not answered. Whoever acted through the link is back to themselves. */
export function useEndLink() {
  const reload = useReloadFamily()
  return useMutation({
    mutationFn: ({ id }: Pick<Invitation, 'id'>) => call(family.end, { id }),
    onSuccess: () => {
      const acting = actingState().acting
      if (acting?.as === 'relative' || acting?.as === 'relative_participant') actFor(null)
    },
    onSettled: reload,
  })
}

export function useArchive() {
  const reload = useReloadFamily()
  return useMutation({
    mutationFn: (id: string) => call(family.archiveParticipant, { id }),
    onSuccess: ({ id }) => {
      if (actingState().acting?.member.id === id) actFor(null)
      return reload()
    },
  })
}

export function useRestore() {
  const reload = useReloadFamily()
  return useMutation({ mutationFn: (id: string) => call(family.restoreParticipant, { id }), onSuccess: reload })
}
