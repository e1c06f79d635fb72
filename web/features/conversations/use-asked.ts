import { useInfiniteQuery } from '@tanstack/react-query'
import { threadsQuery } from './queries.ts'

/** How the reader's threads with one club stand; nothing of them where they are not to be told. */
export function useAsked(orgId: string, told: boolean) {
  const { data } = useInfiniteQuery({ ...threadsQuery, enabled: told })
  const asked = told ? data?.pages[0]?.clubs.find((club) => club.orgId === orgId) : undefined
  return { waiting: asked?.waiting ?? 0, answers: asked?.unread ?? 0, answered: asked?.answered ?? null }
}
