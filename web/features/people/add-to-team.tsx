import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Team, TeamRole } from '#contract/people/teams.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import type { WhichMembers } from '#web/features/memberships/club-members/queries.ts'
import type { ListSelection } from '#web/ui/data-list/data-list.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { IconUsersGroup } from '#web/ui/icons/index.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { chosenOf } from './register-queries.ts'
import { useTeamChanges } from './team-queries.ts'
import { roleData, teamName } from './words.ts'

interface Props {
  readonly orgId: string
  readonly selection: ListSelection
  readonly which: WhichMembers
  readonly teams: readonly Team[]
  /** The filter in words. */
  readonly sentence: string | undefined
}

/** Adds the chosen people to a team. */
export function AddToTeam(props: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUsersGroup size={18} stroke={1.7} />} onClick={() => setOpened(true)}>
        {m.team_add_to()}
      </Button>
      {opened && <AddDialog {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

function AddDialog({ orgId, selection, which, teams, sentence, onClose }: Props & { onClose: () => void }) {
  const { addPeople } = useTeamChanges(orgId)
  const [teamId, setTeamId] = useState('')
  const [role, setRole] = useState<TeamRole>('player')
  const [tried, setTried] = useState(false)
  const open = teams.filter(({ archived }) => !archived)
  const count = 'ids' in selection ? selection.ids.length : selection.count
  const onSubmit = () => {
    setTried(true)
    const team = open.find(({ id }) => id === teamId)
    if (!team) return
    whenDone(addPeople.mutateAsync({ teamId, role, ...chosenOf(selection, which) }), {
      onSuccess: ({ added }) => {
        onClose()
        showToast({ message: m.team_added_people({ count: added, team: teamName(team) }) })
      },
    })
  }
  return (
    <FormDialog
      title={m.team_add_title({ people: m.club_members_count({ count }) })}
      confirm={m.team_add_to()}
      error={addPeople.error}
      busy={addPeople.isPending}
      {...{ onSubmit, onClose }}
    >
      {'all' in selection && sentence && <Text c="dimmed">{sentence}</Text>}
      <ChoiceField
        label={m.title_team()}
        value={teamId}
        error={tried && teamId === '' && m.team_choose_missing()}
        data={[
          { value: '', label: m.team_choose() },
          ...open.map((team) => ({ value: team.id, label: teamName(team) })),
        ]}
        onChange={({ currentTarget: { value } }) => setTeamId(value)}
        data-autofocus
      />
      <ChoiceField
        label={m.team_role()}
        value={role}
        data={roleData()}
        onChange={({ currentTarget: { value } }) => setRole(value as TeamRole)}
      />
    </FormDialog>
  )
}
