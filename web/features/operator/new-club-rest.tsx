import { ActionIcon, Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconBuildingBank, IconId, IconKey, IconMail, IconPlus, IconTrash, IconUsers } from '#web/ui/icons/index.ts'
import { Email } from '#contract/email.ts'
import { OfficeRole, officeRoles } from '#contract/office/scopes.ts'
import { operator } from '#contract/operator.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useCall } from '#web/api/use-call.ts'
import { Fact, Facts } from '#web/ui/cards/facts.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { formatList, formatMoney } from '#web/ui/words/format.ts'
import { roleName } from '#web/features/office/words.ts'
import { m } from '#words/messages.js'
import { type NewClubDraft, priceOf } from './new-club-draft.ts'

interface Props {
  readonly draft: NewClubDraft
  readonly onChange: (changes: Partial<NewClubDraft>) => void
  readonly showErrors: boolean
}

export const isEmailOrEmpty = (email: string) => email.trim() === '' || Email.safeParse(email).success

export const isKeyOrEmpty = (key: string) => key.trim() === '' || /^[\x21-\x7e]{16,200}$/.test(key.trim())

export function PeopleStep({ draft: { people }, onChange, showErrors }: Props) {
  const change = (at: number, changes: Partial<(typeof people)[number]>) =>
    onChange({ people: people.map((one, index) => (index === at ? { ...one, ...changes } : one)) })
  return (
    <Stack gap="md">
      <Text c="dimmed">{m.operator_new_people_hint()}</Text>
      {people.map(({ email, role }, at) => (
        <Group key={at} align="flex-end" gap="sm">
          <TextInput
            type="email"
            autoComplete="off"
            label={m.operator_new_person_row({ number: at + 1 })}
            value={email}
            limit={254}
            flex="1 1 220px"
            error={showErrors && !isEmailOrEmpty(email) && m.operator_new_email_wrong()}
            onChange={({ currentTarget: { value } }) => change(at, { email: value })}
          />
          <Select
            label={m.operator_new_role_row({ number: at + 1 })}
            data={officeRoles.map((value) => ({ value, label: roleName(value) }))}
            value={role}
            allowDeselect={false}
            w={200}
            onChange={(value) => change(at, { role: OfficeRole.parse(value) })}
          />
          <ActionIcon
            aria-label={m.operator_new_person_remove({ email: email || String(at + 1) })}
            onClick={() => onChange({ people: people.filter((_, index) => index !== at) })}
          >
            <IconTrash size={20} stroke={1.7} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="light"
          disabled={people.length >= 20}
          leftSection={<IconPlus size={18} stroke={1.7} />}
          onClick={() => onChange({ people: [...people, { email: '', role: 'treasurer' }] })}
        >
          {m.operator_new_person_add()}
        </Button>
      </Group>
    </Stack>
  )
}

const tried = {
  good: { colour: 'teal', text: m.operator_key_good },
  refused: null,
  unknown: { colour: 'coral', text: m.operator_key_unknown },
} as const

interface PaymentProps {
  readonly gatewayKey: string
  /** The key that was refused when the club was created. */
  readonly refused: string | null
  readonly onChange: (key: string) => void
}

/** The key at the card gateway, tried at once, never kept. */
export function PaymentStep({ gatewayKey, refused, onChange }: PaymentProps) {
  const trying = useCall(operator.tryKey, { key: gatewayKey.trim() })
  const isShort = !isKeyOrEmpty(gatewayKey)
  const answer = trying.data && tried[trying.data.key]
  const isRefused = trying.data?.key === 'refused' || (refused !== null && refused === gatewayKey.trim())
  return (
    <Stack gap="md">
      <Text c="dimmed">{m.operator_new_payment_hint()}</Text>
      <TextInput
        type="password"
        label={m.operator_key()}
        description={m.operator_new_key_kept()}
        value={gatewayKey}
        limit={200}
        autoComplete="new-password"
        error={isShort ? m.operator_key_short() : isRefused && m.operator_key_refused()}
        onChange={({ currentTarget: { value } }) => {
          trying.reset()
          onChange(value)
        }}
      />
      <Group>
        <Button
          variant="light"
          disabled={gatewayKey.trim() === '' || isShort}
          loading={trying.isPending}
          leftSection={<IconKey size={18} stroke={1.7} />}
          onClick={() => trying.mutate()}
        >
          {m.operator_key_try()}
        </Button>
      </Group>
      {answer && (
        <Alert color={answer.colour} role="status">
          {answer.text()}
        </Alert>
      )}
      {trying.error && (
        <Alert color="red" role="alert">
          {problemText(trying.error)}
        </Alert>
      )}
    </Stack>
  )
}

export function ReviewStep({ draft, hasKey }: { draft: NewClubDraft; hasKey: boolean }) {
  const people = draft.people.filter(({ email }) => email.trim() !== '')
  return (
    <Stack gap="md">
      <Facts>
        <Fact icon={IconId} name={m.operator_step_who()}>
          {[draft.name, draft.key.toUpperCase(), draft.cvr && `CVR ${draft.cvr}`].filter(Boolean).join(' · ')}
        </Fact>
        <Fact icon={IconMail} name={m.operator_email()}>
          {draft.contactEmail}
        </Fact>
        <Fact icon={IconBuildingBank} name={m.operator_review_memberships()}>
          {draft.memberships.length === 0
            ? m.operator_review_none()
            : formatList(
                draft.memberships.map(
                  ({ name, price }) => `${name} (${formatMoney({ minor: priceOf(price) ?? 0, currency: 'DKK' })})`,
                ),
              )}
        </Fact>
        <Fact icon={IconUsers} name={m.operator_step_people()}>
          {people.length === 0
            ? m.operator_review_people_none()
            : formatList(people.map(({ email, role }) => `${email} (${roleName(role)})`))}
        </Fact>
        <Fact icon={IconKey} name={m.operator_payment()}>
          {hasKey ? m.operator_review_key_given() : m.operator_review_key_none()}
        </Fact>
      </Facts>
      <Alert color="fjord">{m.operator_review_test()}</Alert>
    </Stack>
  )
}
