import { quote, readTables } from '#server/database/backup-catalog.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { jobsNaming } from '#server/database/job-tables.ts'
import { sql } from '#server/database/sql.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { wasSuperAdmin } from '#server/domains/members/index.ts'
import type { LineItemHandlers } from '#server/domains/orders/index.ts'
import { clubData, eraseStrangers } from '#server/domains/privacy/index.ts'
import { CommandProblem } from '../on-database.ts'
import { type ClubRow, findClub, onConnection } from './export-club.ts'
import { codeOf, quoted, readFigures, shown } from './figures.ts'

export interface RemoveOptions {
  readonly key: string
  /** The code that the comparison at the new installation printed. */
  readonly code: string
  /** The address of the operator who answers for it. */
  readonly by: string
  /** False: counts, and removes nothing. */
  readonly keep: boolean
}

export interface Removed {
  readonly club: ClubRow
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  /** People of the club; those of them who had nothing else here were erased, in a dry run none. */
  readonly people: number
  readonly erased: number
}

/**
 * Removes a club that was compared at the installation that it moved to: its figures must still be those. Then people who have nothing else here
 * are erased. Nothing is deleted at the card gateway.
 */
export async function removeClub(
  url: string,
  { db, lineHandlers }: { readonly db: Db; readonly lineHandlers: LineItemHandlers },
  { key, code, by, keep }: RemoveOptions,
): Promise<Removed> {
  const { club, tables } = await onConnection(url, async (client) => ({
    club: await findClub(client, key),
    tables: (await readTables(client)).map(({ name }) => name).toReversed(),
  }))
  let people: string[] = []
  const rows: Record<string, number> = {}
  await inTransaction(db, async (tx) => {
    const query = (text: string) => tx.execute(sql.raw(text))
    const locked = await tx.execute(sql`select state from organisations where id = ${club.id} for update`)
    const operator = await requireOperator(tx, by)
    if (locked.rows[0]?.['state'] === 'live')
      throw new CommandProblem(`${club.key} sells here: an export pauses it. Is this the installation that it leaves?`)
    const figures = await readFigures(query, club.id)
    if (codeOf(figures) !== code)
      throw new CommandProblem(
        `${code} is not the code of ${club.key} as it is here: nothing was removed. Something changed after the export, ` +
          'or another file was compared. Remove the club at the new installation, export it again and import that',
      )
    const found = await query(peopleOf(quoted(club.id)))
    people = found.rows.map(({ id }) => id as string)
    await query(`set local portal.removed_club = '${club.id}'`)
    const ids: string[] = []
    for (const table of tables) {
      const move = clubData[table]!
      const where = 'moves' in move ? move.moves : 'removed' in move ? move.removed : null
      if (!where) continue
      const gone = await query(
        `delete from ${quote(table)} t where ${where(quoted(club.id))} returning to_jsonb(t) ->> 'id' as id`,
      )
      rows[table] = gone.rows.length
      ids.push(...gone.rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))
    }
    await tx.execute(sql`select graphile_worker.complete_jobs(array(${jobsNaming(ids)}))`)
    await recordOperatorChange(
      tx,
      { actorId: operator },
      {
        name: 'club_removed',
        thing: 'club',
        thingId: club.id,
        label: club.name,
        before: { key: club.key, ...shown(figures) },
        reason: code,
      },
    )
    if (!keep) throw new DryRun()
  }).catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  const erased = keep ? await eraseStrangers({ db, lineHandlers }, people) : 0
  return { club, rows, people: people.length, erased }
}

class DryRun extends Error {}

async function requireOperator(tx: Tx, email: string): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from members where lower(email) = ${email.toLowerCase()} and enabled and ${wasSuperAdmin(sql`members.id`)}`,
  )
  if (!rows[0]) throw new CommandProblem(`${email} is no operator of this installation`)
  return rows[0].id
}

const peopleOf = (club: string): string => `
  with own as (
    select member_id as id from memberships where org_id = ${club} union select member_id from club_people where org_id = ${club}
    union select buyer_id from orders where org_id = ${club}
    union select member_id from order_lines where order_id in (select id from orders where org_id = ${club})
    union select member_id from threads where org_id = ${club} and member_id is not null
    union select member_id from office_grants where org_id = ${club}
    union select member_id from organisation_admins where org_id = ${club}
  )
  select id from own union select parent_id from members where id in (select id from own) and parent_id is not null`
