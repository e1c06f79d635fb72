import { type QueryKey, useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { call } from './client.ts'
import type { Result } from './http-client.ts'

/** The rest of a call's input; nothing is left where all is fixed. */
type Rest<E extends Endpoint, F> =
  Record<never, never> extends Omit<Input<E>, keyof F> ? Omit<Input<E>, keyof F> | void : Omit<Input<E>, keyof F>

/** A mutation that calls an endpoint. `fixed` is the part of its input that every call has. */
export const useCall = <E extends Endpoint, F extends Partial<Input<E>>, C = unknown>(
  endpoint: E,
  fixed: F,
  outcome: Omit<UseMutationOptions<Result<E>, Error, Rest<E, F>, C>, 'mutationFn'> = {},
) =>
  useMutation({
    ...outcome,
    mutationFn: (rest: Rest<E, F>) => call(endpoint, { ...fixed, ...(rest as object) } as Input<E>),
  })

/** Reads everything again whose key begins with one of these. */
export function useReload(...keys: readonly QueryKey[]) {
  const cache = useQueryClient()
  return () => Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })))
}
