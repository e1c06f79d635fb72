import { Badge, Button, Tabs } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { type ClubMember, memberColumns, memberFilterFields, MemberSort } from '#contract/memberships/club-members.ts'
import type { ClubField, SavedView } from '#contract/people/register.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { LocalDate } from '#contract/values.ts'
import type { FileDownload } from '#web/api/http-client.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { saveFile } from '#web/api/files.ts'
import { showFailure } from '#web/api/toasts.ts'
import { clubMembersQuery, exportMembers } from '#web/features/memberships/club-members/queries.ts'
import { memberStatus, sourceWords } from '#web/features/memberships/club-members/member-words.ts'
import { whichWords } from '#web/parts/earlier-exports.tsx'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { PagedList } from '#web/parts/paged-list.tsx'
import { QueryError, useRetryFailed } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import type { ListColumn } from '#web/ui/data-list/data-list.tsx'
import { filterSentence } from '#web/ui/data-list/filter-sentence.ts'
import { useAddress, useListState } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddressDayField } from '#web/ui/fields/address-day-field.tsx'
import { useTypedText } from '#web/ui/fields/search-field.tsx'
import { IconPrinter, IconUsers } from '#web/ui/icons/index.ts'
import { langOf } from '#web/ui/own-text.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { formatShortDate, today } from '#web/ui/words/format.ts'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { m } from '#words/messages.js'
import { fieldLabel, ownWords } from './words.ts'
import { printBadges, savedViewsQuery, useRegisterFields } from './register-queries.ts'
import { ViewTools } from './saved-views.tsx'
import { TagPeople } from './tag-people.tsx'
import { AddToTeam } from './add-to-team.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { builtInViews } from './views.ts'

const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly mayWrite: boolean
  /** Whether the caller sees the club's money. */
  readonly money: boolean
}

/** The people of a club as of any day: views as tabs, the club's own among them. */
export function Register({ club, mayWrite, money }: Props) {
  const list = useListState(memberFilterFields, MemberSort.options as [MemberSort])
  const { state } = list
  const { textOf, change } = useAddress()
  const chosen = LocalDate.safeParse(textOf('day'))
  const day = chosen.success ? chosen.data : undefined
  const typedDay = useTypedText(day ?? today())
  const which = { ...state, day }
  const pages = useInfiniteQuery(clubMembersQuery(club.id, which))
  const { ownFields, tags, teams, fields, failed: failedFields } = useRegisterFields(club.id, money)
  const views = useQuery(savedViewsQuery(club.id))
  const { data: saved = [] } = views
  const failed = failedFields ?? (views.error && !views.data ? views : undefined)
  const retryFailed = useRetryFailed()
  const [shown, setShown] = useState<readonly string[]>([])
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null)
  const filter = state.filter && JSON.stringify(state.filter)
  const view = saved.find(({ id }) => id === textOf('view'))
  const builtIn = builtInViews(money).find((one) => (one.filter && JSON.stringify(one.filter)) === filter)
  const tab = view?.id ?? builtIn?.name ?? 'chosen'
  const open = (name: string | null) => {
    const own = saved.find(({ id }) => id === name)
    const next = builtInViews(money).find((one) => one.name === name)
    change({
      view: own?.id,
      filter: own ? (own.filter ?? undefined) : next?.filter && JSON.stringify(next.filter),
      sort: own?.sort ?? undefined,
    })
  }
  const columns = columnsOf(ownFields, view?.columns)
  const inFile = shown.filter((name) => name.startsWith('own:') || memberColumns.includes(name as 'age'))
  const ofView = { club, mayShare: mayWrite, shown: { filter: filter ?? null, sort: state.sort, columns: inFile } }
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <TabRow selected={tab}>
        {builtInViews(money).map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
        {saved.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value={tab}>
        {pages.data && failed && <QueryError query={failed} onRetry={retryFailed} />}
        <PagedList
          key={view?.id ?? 'all'}
          name={view ? `club-members-${view.id}-${view.version}` : 'club-members'}
          label={m.club_members_list()}
          pages={pages}
          rowsOf={({ people }) => people}
          columns={columns}
          onColumns={setShown}
          fields={fields}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          linkOf={({ id }) => paths.officePerson(club.key, id)}
          countWords={(count) => m.club_members_count({ count })}
          searchLabel={m.club_members_search()}
          searchHint={m.club_members_search_hint()}
          {...list}
          tools={
            <>
              <AddressDayField
                label={m.club_members_day()}
                min="1900-01-01"
                required
                text={typedDay}
                onDay={(next) => change({ day: next === today() ? undefined : next })}
              />
              <ViewTools {...ofView} view={view} onEdit={(one) => setEdited(one ?? 'new')} onGone={() => open('all')} />
              <ExportMenu
                label={m.export_list()}
                words={{
                  says: (exported) => whichWords(exported, fields),
                  countWords: (count) => m.club_members_count({ count }),
                }}
                {...exportMembers(club.id, which, { columns: inFile })}
              />
            </>
          }
          actions={(selection) => (
            <>
              {mayWrite && teams.length > 0 && (
                <AddToTeam
                  orgId={club.id}
                  selection={selection}
                  which={which}
                  teams={teams}
                  sentence={state.filter && filterSentence(state.filter, fields)}
                />
              )}
              {mayWrite && (
                <TagPeople
                  orgId={club.id}
                  selection={selection}
                  which={which}
                  tags={tags}
                  sentence={state.filter && filterSentence(state.filter, fields)}
                />
              )}
              {mayWrite && (
                <BulkActions
                  orgId={club.id}
                  selection={selection}
                  which={which}
                  sentence={state.filter && filterSentence(state.filter, fields)}
                />
              )}
              <PrintBadges print={() => printBadges(club.id, selection, which)} />
              <ExportMenu
                label={m.export_selected()}
                {...exportMembers(club.id, which, {
                  columns: inFile,
                  ...('ids' in selection && { ids: selection.ids }),
                })}
              />
            </>
          )}
          noneFound={view ? undefined : builtIn?.none}
          empty={
            <EmptyState icon={<IconUsers size={40} stroke={1.5} />} title={m.club_members_empty_title()}>
              {m.club_members_empty()}
            </EmptyState>
          }
        />
      </Tabs.Panel>
      {/* The list is drawn anew with another view. */}
      {edited && (
        <ViewDialog
          opened
          {...ofView}
          view={edited === 'new' ? null : (saved.find(({ id }) => id === edited.id) ?? edited)}
          onOpen={(id) => change({ view: id })}
          onClose={() => setEdited(null)}
        />
      )}
    </Tabs>
  )
}

/** Downloads name badges. Nothing for somebody who only looks: a print is recorded. */
function PrintBadges({ print }: { readonly print: () => Promise<FileDownload> }) {
  const work = useMutation({ mutationFn: print, onSuccess: saveFile, onError: showFailure })
  if (useIsReadOnly()) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} stroke={1.7} />}
      loading={work.isPending}
      onClick={() => work.mutate()}
    >
      {m.register_badges_title()}
    </Button>
  )
}

/** Their names; those that are Danish say so. */
const Memberships = ({ person: { memberships, danish } }: { person: Pick<ClubMember, 'memberships' | 'danish'> }) =>
  memberships.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <span lang={langOf({ danish }, name)}>{name}</span>
    </Fragment>
  ))

/** @param chosen those of a saved view; otherwise the usual ones are shown first */
function columnsOf(ownFields: readonly ClubField[], chosen: readonly string[] | undefined): ListColumn<ClubMember>[] {
  const all: ListColumn<ClubMember>[] = [
    { name: 'name', title: m.club_members_name(), sort: 'name', render: ({ name }) => name },
    {
      name: 'number',
      title: m.club_members_number(),
      sort: 'number',
      align: 'right',
      extra: true,
      render: ({ number }) => number ?? '',
    },
    { name: 'age', title: m.club_members_age(), sort: 'age', align: 'right', render: ({ age }) => age ?? '' },
    {
      name: 'status',
      title: m.club_members_status(),
      sort: 'status',
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      name: 'statusUntil',
      title: m.club_members_until(),
      noWrap: true,
      extra: true,
      render: ({ statusUntil }) => statusUntil && formatShortDate(statusUntil),
    },
    {
      name: 'membership',
      title: m.club_members_membership(),
      render: (person) => person.memberships.length > 0 && <Memberships person={person} />,
    },
    {
      name: 'household',
      title: m.club_members_household(),
      folded: true,
      render: ({ household }) => household.map(({ name }) => name).join(', '),
    },
    { name: 'phone', title: m.profile_phone(), render: ({ phone }) => phoneWords(phone), folded: true },
    { name: 'email', title: m.club_members_email(), render: ({ email }) => email ?? '', folded: true },
    {
      name: 'since',
      title: m.club_members_since(),
      sort: 'since',
      noWrap: true,
      folded: true,
      render: ({ since }) => formatShortDate(since),
    },
    { name: 'tags', title: m.club_members_tags(), extra: true, render: ({ tags }) => tags.join(', ') },
    {
      name: 'born',
      title: m.club_members_birth_date(),
      noWrap: true,
      extra: true,
      render: ({ dateOfBirth }) => dateOfBirth && formatShortDate(dateOfBirth),
    },
    { name: 'postCode', title: m.club_members_post_code(), render: ({ postCode }) => postCode, extra: true },
    { name: 'city', title: m.club_members_city(), render: ({ city }) => city, extra: true },
    { name: 'source', title: m.club_members_source(), extra: true, render: ({ source }) => sourceWords[source]() },
    {
      name: 'leftOn',
      title: m.club_members_left_on(),
      noWrap: true,
      extra: true,
      render: ({ leftOn }) => leftOn && formatShortDate(leftOn),
    },
    ...ownFields
      .filter(({ archived }) => !archived)
      .map((field): ListColumn<ClubMember> => ({
        name: `own:${field.id}`,
        title: fieldLabel(field),
        extra: true,
        render: ({ own }) => ownWords(field, own[field.id]),
      })),
  ]
  return chosen
    ? all.map((column) => ({ ...column, extra: column.name !== 'name' && !chosen.includes(column.name) }))
    : all
}

function StatusBadge({ status }: Pick<ClubMember, 'status'>) {
  const { label, color } = memberStatus(status)
  return <Badge color={color}>{label}</Badge>
}
