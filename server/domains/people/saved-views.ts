import { isDeepStrictEqual } from 'node:util'
import type { Filter } from '#contract/filters.ts'
import { type MemberColumn, MemberSort } from '#contract/memberships/club-members.ts'
import type { SavedView } from '#contract/people/register.ts'
import { lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { savedViews } from '#server/database/schema/index.ts'
import { and, asc, eq, isNull, or, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { mayFilter } from '#server/domains/memberships/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'

/** Of one person, and of one office. */
const MOST = 50

type ViewRow = typeof savedViews.$inferSelect

interface Typed {
  readonly name: string
  readonly shared: boolean
  readonly filter: Filter | null
  readonly columns: readonly MemberColumn[]
  readonly sort: MemberSort | null
}

/** The office's first, then the caller's own; without those whose filter the caller may not use. */
export async function listViews(db: Reader, caller: OfficeCaller): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(visible(caller))
    .orderBy(sql`owner_id is not null`, asc(savedViews.position), asc(savedViews.id))
  return rows.filter(({ filter }) => mayFilter(caller, filter)).map(present)
}

/** Saves a view. One that is just like it is it already: the answer was lost. */
export async function addView(tx: Tx, caller: OfficeCaller, typed: Typed): Promise<SavedView> {
  if (typed.shared) requireMayShare(caller)
  const orgId = caller.organisation.id
  await lockKey(tx, `views ${orgId}`)
  const others = (await listViews(tx, caller)).filter(({ shared }) => shared === typed.shared)
  const { name, filter, columns, sort } = typed
  const added = others.find((one) =>
    isDeepStrictEqual(
      [one.name, one.filter && JSON.parse(one.filter), one.columns, one.sort],
      [name, filter, columns, sort],
    ),
  )
  if (added) return added
  if (others.length >= MOST) throw new Problem('too_many_views')
  const [row] = await tx
    .insert(savedViews)
    .values({ id: newId(), orgId, position: others.length + 1, ...columnsOf(caller, typed) })
    .returning()
  await record(tx, caller, 'view_saved', row!)
  return present(row!)
}

export async function saveView(
  tx: Tx,
  caller: OfficeCaller,
  { viewId, version, ...typed }: Typed & { readonly viewId: string; readonly version: number },
): Promise<SavedView> {
  const view = await lockView(tx, caller, viewId)
  if (typed.shared || view.ownerId === null) requireMayShare(caller)
  await refuseIfChanged(view, version, () => present(view))
  const [row] = await tx
    .update(savedViews)
    .set({ ...columnsOf(caller, typed), version: version + 1 })
    .where(eq(savedViews.id, viewId))
    .returning()
  if (row!.ownerId === null || view.ownerId === null) await record(tx, caller, 'view_saved', { ...row!, ownerId: null })
  return present(row!)
}

export async function deleteView(tx: Tx, caller: OfficeCaller, { viewId }: { readonly viewId: string }): Promise<void> {
  const view = await lockView(tx, caller, viewId)
  if (view.ownerId === null) requireMayShare(caller)
  await tx.delete(savedViews).where(eq(savedViews.id, viewId))
  await record(tx, caller, 'view_deleted', view)
}

const visible = ({ actor, organisation }: OfficeCaller) =>
  and(eq(savedViews.orgId, organisation.id), or(isNull(savedViews.ownerId), eq(savedViews.ownerId, actor.memberId)))

async function lockView(tx: Tx, caller: OfficeCaller, viewId: string): Promise<ViewRow> {
  const [view] = await tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, viewId), visible(caller)))
    .for('update')
  if (!view) throw new Problem('not_found')
  return view
}

function requireMayShare({ actor, organisation }: OfficeCaller): void {
  if (!hasScope(actor, 'members.write', organisation.key, 'write')) throw new Problem('forbidden')
}

const columnsOf = ({ actor }: OfficeCaller, { name, shared, filter, columns, sort }: Typed) => ({
  name,
  ownerId: shared ? null : actor.memberId,
  filter,
  columns: [...columns],
  sort,
})

/** One's own view is nobody else's business. */
const record = async (
  tx: Tx,
  caller: OfficeCaller,
  name: 'view_saved' | 'view_deleted',
  { ownerId, name: label, id }: ViewRow,
) => {
  if (ownerId === null) await recordOfficeChange(tx, caller, { name, thing: 'club', thingId: id, label })
}

const present = ({ id, version, name, ownerId, filter, columns, sort }: ViewRow): SavedView => ({
  id,
  version,
  name,
  shared: ownerId === null,
  filter: filter && JSON.stringify(filter),
  columns,
  sort: MemberSort.safeParse(sort).data ?? null,
})
