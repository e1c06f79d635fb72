import { Alert, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import { useRef, useState } from 'react'
import { officeAccess } from '#contract/office/access.ts'
import { operator, type OperatorClubPage } from '#contract/operator.ts'
import { OfficeRole, officeRoles } from '#contract/office/scopes.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { useDraft } from '#web/forms/drafts.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { replaceOffices, useSession } from '#web/api/session/session.ts'
import { roleName } from '#web/features/office/words.ts'
import { paths } from '#web/paths.ts'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { formatSize } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { isKeyOrEmpty } from './new-club-rest.tsx'
import { operatorDraft, ReasonDialog } from './reason-dialog.tsx'

export type ClubAction = 'live' | 'pause' | 'resume' | 'close' | 'key' | 'correct' | 'storage' | 'invite' | 'look'

interface Props {
  readonly action: ClubAction
  readonly page: OperatorClubPage
  readonly onClose: () => void
}

/** An operator's actions on a club, each with a reason. */
export function ClubDialog({ action, ...props }: Props) {
  switch (action) {
    case 'live':
      return <GoLiveDialog {...props} />
    case 'pause':
      return <PauseDialog {...props} />
    case 'resume':
      return <ResumeDialog {...props} />
    case 'close':
      return <CloseDialog {...props} />
    case 'key':
      return <KeyDialog {...props} />
    case 'correct':
      return <CorrectDialog {...props} />
    case 'storage':
      return <StorageDialog {...props} />
    case 'invite':
      return <InviteDialog {...props} />
    case 'look':
      return <LookDialog {...props} />
  }
}

type DialogProps = Omit<Props, 'action'>

/** As long as the club itself may write it. */
const MOST_NAME = 80

function GoLiveDialog({ page: { club, tests }, onClose }: DialogProps) {
  const { unpaid, memberships, tickets } = tests
  const ended = unpaid + memberships + tickets
  return (
    <ReasonDialog
      draft={`${club.key} live`}
      title={m.operator_live_title({ club: club.name })}
      confirmation={{ label: m.operator_type_key({ key: club.key }), text: club.key }}
      confirm={m.operator_go_live()}
      done={m.operator_live_done({ club: club.name })}
      onConfirm={(typed) => call(operator.goLive, { orgId: club.id, ended, ...typed })}
      onClose={onClose}
    >
      <Text>{m.operator_live_text()}</Text>
      {ended === 0 ? (
        <Text>{m.operator_live_no_tests()}</Text>
      ) : (
        <Alert color="coral" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={m.operator_live_ends()}>
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            <li>{m.operator_live_memberships({ count: memberships })}</li>
            <li>{m.operator_live_tickets({ count: tickets })}</li>
            <li>{m.operator_live_unpaid({ count: unpaid })}</li>
          </ul>
          <Text size="sm" mt="xs">
            {m.operator_live_told()}
          </Text>
        </Alert>
      )}
    </ReasonDialog>
  )
}

function PauseDialog({ page: { club }, onClose }: DialogProps) {
  const da = useDraft(operatorDraft, `pause da ${club.key}`, '')
  const en = useDraft(operatorDraft, `pause en ${club.key}`, '')
  const isClosed = club.state === 'closed'
  return (
    <ReasonDialog
      draft={`${club.key} pause`}
      title={isClosed ? m.operator_reopen_title({ club: club.name }) : m.operator_pause_title({ club: club.name })}
      confirm={isClosed ? m.operator_reopen() : m.operator_pause()}
      done={m.operator_pause_done({ club: club.name })}
      onConfirm={async ({ reason }) => {
        const pausedText = da.value.trim() ? { da: da.value.trim(), en: en.value.trim() } : null
        await call(operator.changeState, { orgId: club.id, to: 'paused', reason, pausedText })
        da.clear()
        en.clear()
      }}
      onClose={onClose}
    >
      <Text>{m.operator_pause_text()}</Text>
      <TextInput
        label={m.operator_pause_da()}
        description={m.operator_pause_hint()}
        value={da.value}
        limit={500}
        lang="da"
        onChange={({ currentTarget: { value } }) => da.save(value)}
      />
      <TextInput
        label={m.operator_pause_en()}
        value={en.value}
        limit={500}
        lang="en"
        disabled={da.value.trim() === ''}
        onChange={({ currentTarget: { value } }) => en.save(value)}
      />
    </ReasonDialog>
  )
}

const ResumeDialog = ({ page: { club }, onClose }: DialogProps) => (
  <ReasonDialog
    draft={`${club.key} resume`}
    title={m.operator_resume_title({ club: club.name })}
    confirm={m.operator_resume()}
    done={m.operator_resume_done({ club: club.name })}
    onConfirm={({ reason }) => call(operator.changeState, { orgId: club.id, to: 'live', reason, pausedText: null })}
    onClose={onClose}
  >
    <Text>{m.operator_resume_text()}</Text>
  </ReasonDialog>
)

const CloseDialog = ({ page: { club }, onClose }: DialogProps) => (
  <ReasonDialog
    draft={`${club.key} close`}
    title={m.operator_close_title({ club: club.name })}
    confirmation={{ label: m.operator_type_key({ key: club.key }), text: club.key }}
    confirm={m.operator_close()}
    danger
    done={m.operator_close_done({ club: club.name })}
    onConfirm={(typed) => call(operator.changeState, { orgId: club.id, to: 'closed', pausedText: null, ...typed })}
    onClose={onClose}
  >
    <Text>{m.operator_close_text()}</Text>
  </ReasonDialog>
)

/** The key is never kept in the browser. */
function KeyDialog({ page: { club }, onClose }: DialogProps) {
  const [key, setKey] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isShort = !isKeyOrEmpty(key)
  const save = async (reason: string) => {
    try {
      await call(operator.setKey, { orgId: club.id, key: key.trim(), reason })
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'gateway_key_refused') {
        setRefused(key)
        field.current?.focus()
      }
      throw error
    }
  }
  return (
    <ReasonDialog
      draft={`${club.key} key`}
      title={m.operator_key_title({ club: club.name })}
      confirm={m.operator_key_save()}
      disabled={key.trim() === '' || isShort}
      atFields={['gateway_key_refused']}
      done={m.operator_key_saved({ club: club.name })}
      onConfirm={({ reason }) => save(reason)}
      onClose={onClose}
    >
      <TextInput
        ref={field}
        type="password"
        label={m.operator_key()}
        description={m.operator_key_hint()}
        value={key}
        limit={200}
        autoComplete="new-password"
        error={isShort ? m.operator_key_short() : refused === key && key !== '' && m.problem_gateway_key_refused()}
        onChange={({ currentTarget: { value } }) => setKey(value)}
      />
    </ReasonDialog>
  )
}

function CorrectDialog({ page: { club }, onClose }: DialogProps) {
  // Only what is typed is sent, so that nothing which the club changes meanwhile is taken back.
  const [typedName, setName] = useState<string>()
  const [typedEmail, setEmail] = useState<string>()
  const name = typedName ?? club.name
  const email = typedEmail ?? club.contactEmail
  return (
    <ReasonDialog
      draft={`${club.key} correct`}
      title={m.operator_correct_title({ club: club.name })}
      confirm={m.operator_correct()}
      disabled={name.trim() === '' || name.trim().length > MOST_NAME || !email.includes('@')}
      done={m.operator_correct_done({ club: name.trim() })}
      onConfirm={({ reason }) =>
        call(operator.correct, { orgId: club.id, name: typedName?.trim(), contactEmail: typedEmail?.trim(), reason })
      }
      onClose={onClose}
    >
      <Text>{m.operator_correct_text()}</Text>
      <TextInput
        label={m.operator_new_name()}
        value={name}
        limit={MOST_NAME}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        type="email"
        label={m.operator_email()}
        value={email}
        limit={254}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
    </ReasonDialog>
  )
}

/** Megabytes. */
const rooms = [500, 1000, 2000, 5000, 10_000, 50_000]

function StorageDialog({ page: { club }, onClose }: DialogProps) {
  const now = club.storage.most / 1000
  const [megabytes, setMegabytes] = useState(now)
  return (
    <ReasonDialog
      draft={`${club.key} storage`}
      title={m.operator_storage_title({ club: club.name })}
      confirm={m.action_save()}
      disabled={megabytes === now}
      done={m.operator_storage_done({ club: club.name })}
      onConfirm={({ reason }) => call(operator.setStorage, { orgId: club.id, megabytes, reason })}
      onClose={onClose}
    >
      <Select
        label={m.club_storage()}
        data={[...new Set([...rooms, now])]
          .toSorted((a, b) => a - b)
          .map((value) => ({ value: String(value), label: formatSize(value * 1_000_000) }))}
        value={String(megabytes)}
        allowDeselect={false}
        onChange={(value) => setMegabytes(Number(value))}
      />
    </ReasonDialog>
  )
}

function InviteDialog({ page: { club }, onClose }: DialogProps) {
  const email = useDraft(operatorDraft, `invite ${club.key}`, '')
  const [role, setRole] = useState<OfficeRole>('chair')
  return (
    <ReasonDialog
      draft={`${club.key} invite`}
      title={m.operator_invite_title({ club: club.name })}
      confirm={m.operator_invite()}
      disabled={!email.value.includes('@')}
      done={m.operator_invite_done({ email: email.value.trim() })}
      onConfirm={async ({ reason }) => {
        await call(operator.invite, { orgId: club.id, email: email.value.trim(), role, reason })
        email.clear()
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          type="email"
          autoComplete="off"
          label={m.operator_email()}
          value={email.value}
          limit={254}
          onChange={({ currentTarget: { value } }) => email.save(value)}
        />
        <Select
          label={m.operator_role()}
          data={officeRoles.map((value) => ({ value, label: roleName(value) }))}
          value={role}
          allowDeselect={false}
          onChange={(value) => setRole(OfficeRole.parse(value))}
        />
      </Stack>
    </ReasonDialog>
  )
}

function LookDialog({ page: { club }, onClose }: DialogProps) {
  const go = useNavigateTo()
  const { offices } = useSession()
  return (
    <ReasonDialog
      draft={`${club.key} look`}
      title={m.operator_look_title({ club: club.name })}
      confirm={m.operator_look()}
      done={m.operator_look_done({ club: club.name })}
      onConfirm={async ({ reason }) => {
        await call(officeAccess.look, { orgId: club.id, reason })
        // The guard of the offices reads them.
        replaceOffices([...new Set([...offices, club.key])])
        await queryClient.invalidateQueries({ queryKey: queryKeys.office })
        await go(paths.office(club.key))
      }}
      onClose={onClose}
    >
      <Text>{m.operator_look_text()}</Text>
    </ReasonDialog>
  )
}
