import type { Db } from '#server/database/db.ts'
import { keepBriefly } from '#server/http/keep-briefly.ts'
import { selectOptionalClubKey } from './show-queries.ts'

/** How long the address of an event that was taken away is still answered as before. */
const SECONDS = 20

/** The key of the club whose open event an id names, null where it names none. */
export const knownEvents = ({ db }: { readonly db: Db }): ((id: string) => Promise<string | null>) =>
  keepBriefly((id) => selectOptionalClubKey(db, id), { seconds: SECONDS, most: 1000 })
