import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Store } from '../store.ts'

interface Row {
  payload: string
  consumed_at: number | null
}

const now = () => Math.floor(Date.now() / 1000)
const select = 'select payload, consumed_at from payload where model = ? and (expires_at is null or expires_at > ?)'

/** The provider's sessions, grants, codes and tokens in SQLite, so that a restart signs nobody out. */
export function storedModel(store: Store, model: string): Adapter {
  const found = (row: Row | undefined) => {
    if (!row) return undefined
    const payload = JSON.parse(row.payload) as AdapterPayload
    return row.consumed_at === null ? payload : { ...payload, consumed: row.consumed_at }
  }
  return {
    async upsert(id, payload, expiresIn) {
      store.run(
        `insert into payload (model, id, payload, grant_id, user_code, uid, expires_at) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
        model,
        id,
        JSON.stringify(payload),
        payload.grantId ?? null,
        payload.userCode ?? null,
        payload.uid ?? null,
        expiresIn ? now() + expiresIn : null,
      )
    },
    find: async (id) => found(store.one<Row>(`${select} and id = ?`, model, now(), id)),
    findByUid: async (uid) => found(store.one<Row>(`${select} and uid = ?`, model, now(), uid)),
    findByUserCode: async (code) => found(store.one<Row>(`${select} and user_code = ?`, model, now(), code)),
    async consume(id) {
      store.run('update payload set consumed_at = ? where model = ? and id = ?', now(), model, id)
    },
    async destroy(id) {
      store.run('delete from payload where model = ? and id = ?', model, id)
    },
    async revokeByGrantId(grantId) {
      store.run('delete from payload where model = ? and grant_id = ?', model, grantId)
    },
  }
}

/** Revokes a grant with all its codes and tokens. */
export function revokeGrant(store: Store, grantId: string) {
  // An interaction has a grant id, too, but does not belong to the grant.
  store.run(
    `delete from payload where (grant_id = ? and model <> 'Interaction') or (model = 'Grant' and id = ?)`,
    grantId,
    grantId,
  )
}

/** Whether someone is still signed in under this session id (the `sid` of the tokens). */
export function sessionLives(store: Store, clientId: string, sid: unknown): boolean {
  const path = `$.authorizations."${clientId}".sid`
  return (
    typeof sid === 'string' &&
    store.one(
      `select 1 from payload where model = 'Session' and expires_at > ? and json_extract(payload, ?) = ?`,
      now(),
      path,
      sid,
    ) !== undefined
  )
}

/** Makes every session as old as if its person had signed in so many minutes earlier. */
export function ageSignIns(store: Store, minutes: number) {
  store.run(
    `update payload set payload = json_set(payload, '$.loginTs', json_extract(payload, '$.loginTs') - ?)
     where model = 'Session' and json_extract(payload, '$.loginTs') is not null`,
    minutes * 60,
  )
}

export function removeExpired(store: Store) {
  store.run('delete from payload where expires_at <= ?', now())
}
