import type { Download, Endpoint, Output, Parsed } from '#contract/endpoint.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Scope } from '#server/identity/scopes.ts'
import type { Actor, Club, IdentityActor, MemberActor, OfficeCaller } from './actor.ts'
import type { Problem } from './problem.ts'
import type { Rate } from './limits/rate.ts'

/**
 * Who may call: anyone; whoever has a valid token; whoever's token belongs to an enabled member; such a member who holds a
 * scope at a club; the operator, who is super admin of ALL. What members may do with what is theirs is the use case's own
 * decision; an office's right is checked here and nowhere else.
 */
export type Permission<Input = never> = 'public' | 'identity' | 'member' | Office<Input> | 'operator'

/** Needs the scope at the club that the call is about. */
export interface Office<Input = never, C extends Club = Club> {
  readonly scope: Scope
  /** The club of the path, or of the row that the path names. Throws what the call answers where there is none. */
  readonly clubOf: (db: Reader, input: Input) => Promise<C>
}

/** The permission of a call of a club's office. Its use case is handed the club. */
export const office = <Input, C extends Club>(
  scope: Scope,
  clubOf: (db: Reader, input: Input) => Promise<C>,
): Office<Input, C> => ({ scope, clubOf })

/** The permission in words, for documents and tests: `member`, `office inbox`. */
export const permissionName = (may: Permission) => (typeof may === 'string' ? may : (`office ${may.scope}` as const))

export interface Rules<Input = never> {
  readonly may: Permission<Input>
  /** The use case opens its own transactions, because it calls out between them. */
  readonly transaction?: 'own'
  /** Whose places the call takes, where that does not follow from its pool and transaction. */
  readonly limiter?: 'documents' | 'calls'
  /** Connections kept free for what must work while all others are taken. */
  readonly pool?: 'reserved'
  readonly rate?: Rate
  /** `refused`: only the member does this, never a super admin who acts as them. Needs `impersonator_refused`. */
  readonly impersonator?: 'refused'
  /** What a sign-in without a member is answered; `member_required` when left out. */
  readonly withoutMember?: 'not_found'
  /** The Acting-For header says nothing here. */
  readonly acting?: 'ignored'
}

type CallerOf<P> = P extends 'public'
  ? Actor
  : P extends 'identity'
    ? IdentityActor
    : P extends { clubOf: (...args: never) => Promise<infer C extends Club> }
      ? OfficeCaller<C>
      : MemberActor

/** Writes get a transaction, reads and use cases with their own transactions the database. */
type StoreOf<E extends Endpoint, R> = R extends { transaction: 'own' } ? Db : E['method'] extends 'GET' ? Db : Tx

/** An endpoint with its permission and its use case, as the app mounts it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly rules: Rules
  readonly handler: (store: Db | Tx, caller: Actor | OfficeCaller, input: unknown) => unknown
  /** Of an upload: throws what refuses it before any of it is read. `bytes`: how long it says it is; 0 when it does not. */
  readonly admits?: Admits
  /** A refusal that is known without the database, for whoever has a valid token and acts for nobody. It is counted and not logged. */
  readonly precheck?: (identity: Identity, body: unknown) => Problem | null
}

type Admits = (db: Db, caller: Actor | OfficeCaller, input: unknown, bytes: number) => Promise<void>

/** A download whose bytes may be fetched late: not for whoever has them already. */
export type Answered = Omit<Download, 'bytes'> & { readonly bytes: Uint8Array | (() => Promise<Uint8Array>) }

type AnswerOf<E extends Endpoint> = E['output'] extends 'file' ? Answered : Output<E>

/** The only way to answer a call of the contract. There is none without a permission. */
export function route<const E extends Endpoint, const R extends Rules<Parsed<E>>>(
  endpoint: E,
  rules: R,
  handler: (store: StoreOf<E, R>, caller: CallerOf<R['may']>, input: Parsed<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
  admits?: (db: Db, caller: CallerOf<R['may']>, input: Omit<Parsed<E>, 'bytes'>, bytes: number) => Promise<void>,
): Route {
  const known = { endpoint, rules, handler: handler as unknown as Route['handler'] }
  return admits ? { ...known, admits: admits as unknown as Admits } : known
}
