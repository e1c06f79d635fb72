import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef } from 'react'
import { fullName } from '#contract/members/full-name.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { useSession } from '#web/api/session/session.ts'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { ParticipantForm } from '#web/features/members/participants/participant-form.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo, ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { m } from '#words/messages.js'
import { IconUserQuestion } from '#web/ui/icons/index.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'

export const Route = createFileRoute('/_member/add-edit-participant')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' && id ? { id } : {}),
  component: Page,
  staticData: {
    name: 'editParticipant',
    title: m.title_participant_new,
    crumbs: [{ label: m.title_participants, to: paths.participants() }],
  },
})

function Page() {
  return <EditParticipantPage id={Route.useSearch().id} />
}

function EditParticipantPage({ id }: { id: string | undefined }) {
  const title = id === undefined ? m.title_participant_new() : m.title_participant_edit()
  usePageTitle(title)
  return (
    <Stack gap="lg">
      <PageHeader
        title={title}
        subtitle={id === undefined ? m.participant_new_subtitle() : m.participant_edit_subtitle()}
      />
      {id === undefined ? <Editor /> : <Existing id={id} />}
    </Stack>
  )
}

function Existing({ id }: { id: string }) {
  const { member } = useSession()
  const people = useQuery(peopleQuery(member.id))
  if (!people.data) return <NotLoaded query={people} rows={2} height={320} />
  const participant = people.data.find(({ member: one, as }) => one.id === id && as === 'participant')?.member
  if (participant?.can.edit)
    return (
      <>
        <Editor key={id} participant={participant} />
        <ButtonLink
          variant="subtle"
          to={paths.ownData({ person: id })}
          style={{ alignSelf: 'flex-start' }}
          styles={{ label: { overflowWrap: 'anywhere' } }}
        >
          {m.own_data_of({ name: fullName(participant) })}
        </ButtonLink>
      </>
    )
  return <UnknownParticipant />
}

function Editor({ participant = null }: { participant?: Parameters<typeof ParticipantForm>[0]['participant'] }) {
  const { member } = useSession()
  const dirty = useRef(false)
  const go = useNavigateTo()
  const goBack = () => void go(paths.participants())
  return (
    <>
      <LeaveGuard dirty={() => dirty.current} />
      <ParticipantForm
        reader={member}
        participant={participant}
        onSaved={goBack}
        onCancel={goBack}
        onDirtyChange={(now) => {
          dirty.current = now
        }}
      />
    </>
  )
}

const UnknownParticipant = () => (
  <Panel>
    <EmptyState
      icon={<IconUserQuestion size={40} stroke={1.5} />}
      title={m.participant_unknown_title()}
      actions={<ButtonLink to={paths.participants()}>{m.title_participants()}</ButtonLink>}
    >
      {m.participant_unknown()}
    </EmptyState>
  </Panel>
)
