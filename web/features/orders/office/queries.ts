import {
  infiniteQueryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { orders, type ClubOrder } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

const ofClub = (orgId: string) => [...queryKeys.orders, 'club', orgId]

const REFUND_POLL_MS = 4000

export const paidOrdersQuery = (orgId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...ofClub(orgId), 'paid', search],
    queryFn: ({ pageParam, signal }) =>
      call(orders.ofClub, { orgId, ...(search && { search }), ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.orders.some(isRefunding)) ? REFUND_POLL_MS : false,
  })

export async function fetchPaidOrders(
  orgId: string,
  search: string,
  onProgress: (count: number) => void,
): Promise<ClubOrder[]> {
  const all: ClubOrder[] = []
  let before: string | null = null
  do {
    const page: { orders: ClubOrder[]; next: string | null } = await call(orders.ofClub, {
      orgId,
      ...(search && { search }),
      ...(before && { before }),
    })
    all.push(...page.orders)
    onProgress(all.length)
    before = page.next
  } while (before !== null)
  return all
}

export const isRefunding = ({ givenBack }: ClubOrder) => givenBack.some(({ status }) => status === 'requested')

export const unresolvedQuery = (orgId: string) =>
  infiniteQueryOptions({
    queryKey: [...ofClub(orgId), 'unresolved'],
    queryFn: ({ pageParam, signal }) =>
      call(payments.unresolved, { orgId, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: 'always',
  })

export function useRefund(orgId: string, orderId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (lineIds: string[]) => call(orders.refund, { orgId, orderId, lineIds }),
    onSuccess: (order) => replace(cache, orgId, order),
    // Somebody else may have refunded them first, so refetch.
    onError: () => void cache.invalidateQueries({ queryKey: ofClub(orgId) }),
  })
}

function replace(cache: QueryClient, orgId: string, order: ClubOrder) {
  cache.setQueriesData<InfiniteData<{ orders: ClubOrder[]; next: string | null }>>(
    { queryKey: [...ofClub(orgId), 'paid'] },
    (all) =>
      all && {
        ...all,
        pages: all.pages.map((page) => ({
          ...page,
          orders: page.orders.map((one) => (one.id === order.id ? order : one)),
        })),
      },
  )
}

export function useResolve(orgId: string) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: ofClub(orgId) })
  return {
    resume: useMutation({
      mutationFn: (input: { paymentId: string; authorizationIdentifier: string }) =>
        call(payments.resume, { orgId, ...input }),
      onSettled,
    }),
    close: useMutation({
      mutationFn: (paymentId: string) => call(payments.close, { orgId, paymentId }),
      onSettled,
    }),
    retryRefund: useMutation({
      mutationFn: (refundId: string) => call(payments.retryRefund, { orgId, refundId }),
      onSettled,
    }),
    confirmRefund: useMutation({
      mutationFn: (input: { refundId: string; credited: boolean }) => call(payments.confirmRefund, { orgId, ...input }),
      onSettled,
    }),
  }
}
