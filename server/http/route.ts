import type { Download, Endpoint, Output, Parsed } from '#contract/endpoint.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Scope } from '#server/identity/scopes.ts'
import type { Actor, Club, IdentityActor, MemberActor, OfficeCaller } from './actor.ts'
import type { Problem } from './problem.ts'
import { type NoRate, type Rate, writeRate } from './limits/rate.ts'

/**
 * Who may call: anyone; anyone with a valid token; an enabled member; a member with a scope at a club; the operator, who is super admin
 * of ALL and, unless the route says otherwise, signed in within 15 minutes. What members may do with their own things is decided in the use case; an office's right is checked here and nowhere else.
 */
export type Permission<Input = never> = 'public' | 'identity' | 'member' | Office<Input> | 'operator'

/** Requires a scope at the club of the call. */
export interface Office<Input = never, C extends Club = Club> {
  /** `any`: at least one. */
  readonly scope: Scope | 'any'
  /** The club of the path, or of the row that the path names. Throws a `Problem` when there is none. */
  readonly clubOf: (db: Reader, input: Input) => Promise<C>
}

/** The permission of an office's route. Its use case gets the club. */
export const office = <Input, C extends Club>(
  scope: Scope | 'any',
  clubOf: (db: Reader, input: Input) => Promise<C>,
): Office<Input, C> => ({ scope, clubOf })

/** The permission as text, for documentation and tests: `member`, `office inbox`. */
export const permissionName = (may: Permission) => (typeof may === 'string' ? may : (`office ${may.scope}` as const))

export interface Rules<Input = never> {
  readonly may: Permission<Input>
  /** The use case opens its own transactions, because it calls other systems between them. */
  readonly transaction?: 'own'
  /** The limiter, where it does not follow from pool and transaction. */
  readonly limiter?: 'documents' | 'files' | 'calls'
  /** Uses connections reserved for what must work while all others are busy. */
  readonly pool?: 'reserved'
  /** `writeRate` for writes when left out; reads have none then. */
  readonly rate?: Rate | NoRate
  /** `refused`: not allowed while impersonating. The endpoint must declare `impersonator_refused`. */
  readonly impersonator?: 'refused'
  /** The error for a sign-in without a member; `member_required` when left out. */
  readonly withoutMember?: 'not_found'
  /** `ignored`: the Acting-For header is not read. */
  readonly acting?: 'ignored'
  /** `ignored`: an operator may have signed in at any time. `fresh`: a member must have signed in within 15 minutes, as an operator must. */
  readonly signInAge?: 'ignored' | 'fresh'
}

type CallerOf<P> = P extends 'public'
  ? Actor
  : P extends 'identity'
    ? IdentityActor
    : P extends { clubOf: (...args: never) => Promise<infer C extends Club> }
      ? OfficeCaller<C>
      : MemberActor

/** A `Tx` for writes; a `Db` for reads and for use cases that open their own transactions. */
type StoreOf<E extends Endpoint, R> = R extends { transaction: 'own' } ? Db : E['method'] extends 'GET' ? Db : Tx

/** An endpoint with its permission and its use case, as the app mounts it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly rules: Rules
  readonly handler: (store: Db | Tx, caller: Actor | OfficeCaller, input: unknown) => unknown
  /** Checks an upload before its body is read. `bytes`: its Content-Length, 0 when missing. */
  readonly admits?: Admits
  /** A refusal that needs no database, for callers with a valid token who act for themselves. Counted, not logged. */
  readonly precheck?: (identity: Identity, body: unknown) => Problem | null
}

/** How often a route may be called. */
export const rateOf = ({ endpoint, rules }: Pick<Route, 'endpoint' | 'rules'>): Rate | NoRate | null =>
  rules.rate ?? (endpoint.method === 'GET' ? null : writeRate)

type Admits = (db: Db, caller: Actor | OfficeCaller, input: unknown, bytes: number) => Promise<void>

/** A download. Bytes given as a function are not read when the client has them cached. */
export type Answered = Omit<Download, 'bytes'> & { readonly bytes: Uint8Array | (() => Promise<Uint8Array>) }

type AnswerOf<E extends Endpoint> = E['output'] extends 'file' ? Answered : Output<E>

/** Connects an endpoint of the contract with its permission and its use case. */
export function route<const E extends Endpoint, const R extends Rules<Parsed<E>>>(
  endpoint: E,
  rules: R,
  handler: (store: StoreOf<E, R>, caller: CallerOf<R['may']>, input: Parsed<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
  admits?: (db: Db, caller: CallerOf<R['may']>, input: Omit<Parsed<E>, 'bytes'>, bytes: number) => Promise<void>,
): Route {
  const known = { endpoint, rules, handler: handler as unknown as Route['handler'] }
  return admits ? { ...known, admits: admits as unknown as Admits } : known
}
