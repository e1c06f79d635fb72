import type { Db } from '#server/database/db.ts'
import { keepBriefly } from '#server/http/keep-briefly.ts'
import { selectOpenOrganisationNames } from './queries.ts'

/** How long the address of a club that opens or closes is still answered as before. */
const SECONDS = 20

/** Whether a key, in whatever case, or an id is an open club's, as addresses of pages name them. One query for all of them. */
export function knownClubs({ db }: { readonly db: Db }): (keyOrId: string) => Promise<boolean> {
  const read = keepBriefly(async () => namesOf(await selectOpenOrganisationNames(db)), { seconds: SECONDS, most: 1 })
  return async (keyOrId) => (await read('all'))!.has(keyOrId.toUpperCase())
}

const namesOf = (clubs: readonly { id: string; key: string }[]) =>
  new Set(clubs.flatMap(({ id, key }) => [id.toUpperCase(), key]))
