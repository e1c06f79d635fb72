import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Team } from '#contract/people/teams.ts'
import { showFailure, showUndo } from '#web/api/toasts.ts'
import { EditDialog, type EditDialogForm } from '#web/forms/edit-dialog.tsx'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FoundWords } from '#web/ui/fields/found-words.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { IconPlus, IconUsersGroup } from '#web/ui/icons/index.ts'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { teamsQuery, useTeamChanges } from './team-queries.ts'
import { teamName } from './words.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly mayWrite: boolean
  /** For whoever sees their own teams only. */
  readonly isTrainer: boolean
  readonly children?: ReactNode
}

/** The teams of a club, or those that somebody trains. */
export function Teams({ club, mayWrite, isTrainer, children }: Props) {
  const query = useQuery(teamsQuery(club.id))
  const { data: teams } = query
  const [edited, setEdited] = useState(false)
  const [search, setSearch] = useState('')
  const [archived, setArchived] = useState(false)
  const words = search.trim().toLocaleLowerCase()
  const shown = teams?.filter(
    (team) =>
      (archived || !team.archived) &&
      `${teamName(team)} ${team.trainers.join(' ')}`.toLocaleLowerCase().includes(words),
  )
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={18} stroke={1.7} />} onClick={() => setEdited(true)}>
      {m.teams_new()}
    </Button>
  )
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_teams()} subtitle={!isTrainer && m.teams_explained()} actions={add} />
      {!teams || !shown ? (
        <NotLoaded query={query} rows={3} height={72} />
      ) : teams.length === 0 ? (
        <Panel>
          <EmptyState icon={<IconUsersGroup size={40} stroke={1.5} />} title={m.teams_empty_title()}>
            {isTrainer ? m.teams_empty_trainer() : m.teams_empty()}
          </EmptyState>
        </Panel>
      ) : (
        <>
          {(teams.length > 5 || teams.some((team) => team.archived)) && (
            <Group gap="md" align="flex-end">
              <SearchField label={m.teams_search()} value={search} onChange={setSearch} flex="1 1 240px" />
              {teams.some((team) => team.archived) && (
                <Checkbox
                  mb={10}
                  label={m.teams_show_archived()}
                  checked={archived}
                  onChange={({ currentTarget: { checked } }) => setArchived(checked)}
                />
              )}
            </Group>
          )}
          <Panel>
            <FoundWords
              count={words === '' && shown.length > 0 ? undefined : shown.length}
              none={m.teams_none_found()}
            />
            {shown.length > 0 && (
              <Rows>
                {shown.map((team) => (
                  <Row
                    key={team.id}
                    title={
                      <TextLink to={paths.team(club.key, team.id)} inherit>
                        {teamName(team)}
                      </TextLink>
                    }
                    aside={
                      team.archived ? (
                        <Badge color="gray">{m.teams_archived()}</Badge>
                      ) : (
                        <Text size="sm">{m.team_people_count({ count: team.people })}</Text>
                      )
                    }
                  >
                    <Text size="sm" c="dimmed">
                      {team.trainers.length > 0
                        ? m.teams_trainers({ names: formatList(team.trainers) })
                        : m.teams_no_trainer()}
                    </Text>
                  </Row>
                ))}
              </Rows>
            )}
          </Panel>
        </>
      )}
      {children}
      {edited && <TeamDialog orgId={club.id} team={null} onClose={() => setEdited(false)} />}
    </Stack>
  )
}

interface DialogProps {
  readonly orgId: string
  /** Null for a new one. */
  readonly team: Team | null
  readonly onClose: () => void
}

/** Name and season of a team, or of a new one. */
export const TeamDialog = ({ orgId, team, onClose }: DialogProps) => (
  <EditDialog opened title={team ? m.team_edit() : m.teams_new()} onClose={onClose}>
    {(form) => <TeamForm {...form} orgId={orgId} team={team} />}
  </EditDialog>
)

interface TeamValues {
  readonly name: string
  readonly season: string
}

function TeamForm({ orgId, team, onDone, onCancel, onDirtyChange }: EditDialogForm & Omit<DialogProps, 'onClose'>) {
  const { add, save } = useTeamChanges(orgId)
  const state = useEditedForm<TeamValues, Team>({
    name: `team ${team?.id ?? `of ${orgId}`}`,
    record: team,
    valuesOf: (one) => ({ name: one?.name ?? '', season: one?.season ?? '' }),
    fieldsOf: ({ name, season }) => [
      { path: 'name', label: m.team_name(), value: name, shown: name },
      { path: 'season', label: m.team_season(), value: season, shown: season },
    ],
    validate: ({ name }) => (name.trim() === '' ? { name: m.team_name_missing() } : {}),
    send: ({ name, season }, version) => {
      const fields = { name: name.trim(), season: season.trim() }
      return team
        ? save.mutateAsync({ ...fields, teamId: team.id, archived: team.archived, version: Number(version) })
        : add.mutateAsync(fields)
    },
    savedWords: () => m.team_saved(),
    onSaved: onDone,
    onDirtyChange,
  })
  const { form } = state
  return (
    <EditedForm state={state} onCancel={onCancel}>
      <TextInput
        key={form.key('name')}
        label={m.team_name()}
        limit={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        key={form.key('season')}
        label={m.team_season()}
        description={m.team_season_hint()}
        limit={40}
        {...form.getInputProps('season')}
      />
    </EditedForm>
  )
}

/** Archives a team or takes it back, with undo. */
export function ArchiveTeam({ orgId, team }: { orgId: string; team: Team }) {
  const { save } = useTeamChanges(orgId)
  const send = (archived: boolean, version: number) =>
    save.mutateAsync({ teamId: team.id, name: team.name, season: team.season, archived, version })
  const onClick = async () => {
    const { version, archived } = await send(!team.archived, team.version)
    const words = archived ? m.team_archived_now : m.team_restored_now
    showUndo(words({ name: team.name }), () => send(!archived, version))
  }
  return (
    <Button variant="default" loading={save.isPending} onClick={() => void onClick().catch(showFailure)}>
      {team.archived ? m.team_restore() : m.team_archive()}
    </Button>
  )
}
