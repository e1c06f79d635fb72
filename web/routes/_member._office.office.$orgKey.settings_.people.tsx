import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { peopleQuery, usePeopleChanges, type OfficeClub } from '#web/features/office/queries.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'
import { ActionIcon, Badge, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDots, IconHistory, IconMailForward, IconTrash, IconUserEdit } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { OfficeInvitation, OfficePerson } from '#contract/office/access.ts'
import type { OfficeRole } from '#contract/office/scopes.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { paths } from '#web/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatDateTime } from '#web/ui/words/format.ts'
import { LeaveOffice } from '#web/features/office/leave-office.tsx'
import { InviteForm, RolesForm } from '#web/features/office/people-forms.tsx'
import c from '#web/features/office/people.module.css'
import { roleName } from '#web/features/office/words.ts'
import { showFailure } from '#web/api/toasts.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/settings_/people')({
  loader: async ({ params: { orgKey } }) => prefetch(peopleQuery((await clubOfOffice(orgKey)).id)),
  component: OfficePeoplePage,
  staticData: { name: 'officePeople', title: m.office_people },
})

/** Who has access to the office, who is invited, and a form to invite somebody. */
function OfficePeoplePage() {
  const { club, readOnly } = useOffice()
  const query = useQuery(peopleQuery(club.id))
  const { data } = query
  if (!data) return <NotLoaded query={query} rows={4} height={88} />
  const mayGive = readOnly ? [] : data.mayGive
  return (
    <Stack gap="lg">
      <PageHeader title={m.office_people()} subtitle={m.office_people_text()} />
      <Panel title={m.office_people_access()}>
        <ul className={c.list}>
          {data.people.map((person) => (
            <Person key={person.grantId ?? person.memberId} club={club} person={person} mayGive={mayGive} />
          ))}
        </ul>
      </Panel>
      {data.invitations.length > 0 && (
        <Panel title={m.office_people_invited()}>
          <ul className={c.list}>
            {data.invitations.map((invitation) => (
              <Invitation key={invitation.id} club={club} invitation={invitation} mayChange={mayGive.length > 0} />
            ))}
          </ul>
        </Panel>
      )}
      {mayGive.length > 0 && <InviteForm club={club} mayGive={mayGive} />}
    </Stack>
  )
}

const OperatorReason = ({ reason }: { readonly reason: string }) => (
  <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    {m.office_people_operator_reason({ reason })}
  </Text>
)

function Person({ club, person, mayGive }: { club: OfficeClub; person: OfficePerson; mayGive: readonly OfficeRole[] }) {
  const [dialog, setDialog] = useState<'roles' | 'revoke' | null>(null)
  const { revoke } = usePeopleChanges(club.id)
  const { grantId, roles, name } = person
  const isLook = roles.includes('look')
  const mayChange = grantId !== null && !person.isSelf && mayGive.length > 0
  const take = async () => {
    try {
      await revoke.mutateAsync(grantId!)
      showToast({ message: m.office_people_revoked({ name }) })
    } catch (error) {
      showFailure(error)
    }
    setDialog(null)
  }
  return (
    <li className={c.row}>
      <div className={c.who}>
        <Text fw={620}>
          {name}
          {person.isSelf && (
            <Text span c="dimmed" fw={400}>
              {` (${m.office_people_you()})`}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {person.email}
        </Text>
        <Text size="sm" c="dimmed">
          {person.until
            ? m.office_people_look({ time: formatDateTime(person.until), reason: person.reason ?? '' })
            : person.since
              ? m.office_people_since({ date: formatDate(person.since), name: person.by ?? '' })
              : m.office_by_sign_in_text()}
        </Text>
        {!person.until && person.reason && <OperatorReason reason={person.reason} />}
      </div>
      <Group gap={6} className={c.roles}>
        {person.bySignIn && <Badge color="gray">{m.office_by_sign_in()}</Badge>}
        {roles.map((role) => (
          <Badge key={role} color={role === 'look' ? 'coral' : undefined}>
            {roleName(role)}
          </Badge>
        ))}
      </Group>
      {grantId !== null && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label={m.office_people_actions({ name })}>
              <IconDots size={20} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              component={PlainLink}
              to={paths.office(club.key, 'history', { thing: 'access', thingId: person.memberId })}
              leftSection={<IconHistory aria-hidden size={18} stroke={1.7} />}
            >
              {m.office_history()}
            </Menu.Item>
            {mayChange && !isLook && (
              <Menu.Item
                leftSection={<IconUserEdit aria-hidden size={18} stroke={1.7} />}
                onClick={() => setDialog('roles')}
              >
                {m.office_people_change()}
              </Menu.Item>
            )}
            {mayChange && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash aria-hidden size={18} stroke={1.7} />}
                onClick={() => setDialog('revoke')}
              >
                {m.office_people_revoke()}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {person.isSelf && grantId !== null && !isLook && <LeaveOffice club={club} />}
      <QuestionDialog
        opened={dialog === 'revoke'}
        title={m.office_people_revoke_title({ name })}
        confirm={m.office_people_revoke()}
        busy={revoke.isPending}
        onConfirm={() => void take()}
        onClose={() => setDialog(null)}
      >
        {m.office_people_revoke_text({ name })}
      </QuestionDialog>
      <Modal opened={dialog === 'roles'} onClose={() => setDialog(null)} title={m.office_people_roles_of({ name })}>
        <RolesForm club={club} person={person} mayGive={mayGive} onDone={() => setDialog(null)} />
      </Modal>
    </li>
  )
}

function Invitation({
  club,
  invitation,
  mayChange,
}: {
  club: OfficeClub
  invitation: OfficeInvitation
  mayChange: boolean
}) {
  const { invite, withdraw } = usePeopleChanges(club.id)
  const { email, roles } = invitation
  const withToast = (work: Promise<unknown>, message: string) =>
    void work.then(() => showToast({ message }), showFailure)
  return (
    <li className={c.row}>
      <div className={c.who}>
        <Text fw={620}>{email}</Text>
        <Text size="sm" c={invitation.expired ? 'red' : 'dimmed'}>
          {invitation.expired
            ? m.office_people_expired({ date: formatDate(invitation.expiresAt) })
            : m.office_people_until({
                date: formatDate(invitation.expiresAt),
                name: invitation.invitedBy,
              })}
        </Text>
        {invitation.reason && <OperatorReason reason={invitation.reason} />}
      </div>
      <Group gap={6} className={c.roles}>
        {roles.map((role) => (
          <Badge key={role} variant="outline">
            {roleName(role)}
          </Badge>
        ))}
      </Group>
      {mayChange && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            aria-label={m.office_people_again({ email })}
            title={m.office_people_again({ email })}
            loading={invite.isPending}
            onClick={() => withToast(invite.mutateAsync({ email, roles }), m.office_people_sent({ email }))}
          >
            <IconMailForward size={20} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            aria-label={m.office_people_withdraw({ email })}
            title={m.office_people_withdraw({ email })}
            loading={withdraw.isPending}
            onClick={() => withToast(withdraw.mutateAsync(invitation.id), m.office_people_withdrawn({ email }))}
          >
            <IconTrash size={20} stroke={1.7} />
          </ActionIcon>
        </Group>
      )}
    </li>
  )
}
