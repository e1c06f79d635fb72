import { useQuery } from '@tanstack/react-query'
import { members, type Member } from '#contract/members.ts'
import { addressOf } from './blob-address.ts'
import { call } from '../client.ts'
import { queryKeys } from '../query-keys.ts'

/**
 * The address of a member's picture for this page; null without one, and until it is here. It is fetched with the token,
 * once for each version: `profileImage` changes with the picture.
 */
export function useMemberImage({ id, profileImage }: Pick<Member, 'id' | 'profileImage'>): string | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.images, id, profileImage],
    queryFn: async ({ signal }) => (await call(members.image, { memberId: id }, { signal })).blob,
    enabled: profileImage !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data && profileImage !== null ? addressOf(data) : null
}
