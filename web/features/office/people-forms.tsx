import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { schemaResolver } from '@mantine/form'
import { type OfficePerson, officeAccess } from '#contract/office/access.ts'
import { type OfficeRole, officeRoles } from '#contract/office/scopes.ts'
import { type EditedField, useEditedForm } from '#web/forms/edited-form.ts'
import { EditedForm, FormFoot } from '#web/forms/form-foot.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient } from '#web/api/query-client.ts'
import '#web/ui/fields/field-words.ts'
import { inviteField } from '#web/paths.ts'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { type OfficeClub, peopleQuery, usePeopleChanges } from './queries.ts'
import { roleMeans, roleName, roleWords } from './words.ts'

interface RoleFieldProps {
  readonly mayGive: readonly OfficeRole[]
  readonly error?: React.ReactNode
}

const RoleField = ({ mayGive, ...field }: RoleFieldProps) => (
  <Checkbox.Group label={m.office_people_roles()} {...field}>
    <Stack gap="sm" mt="xs">
      {officeRoles.map((role) => (
        <Checkbox
          key={role}
          value={role}
          label={roleName(role)}
          description={roleMeans(role)}
          disabled={!mayGive.includes(role)}
          aria-invalid={Boolean(field.error) || undefined}
        />
      ))}
    </Stack>
  </Checkbox.Group>
)

const inOrder = (roles: readonly string[]): OfficeRole[] => officeRoles.filter((role) => roles.includes(role))

const rolesField = (roles: readonly OfficeRole[]): EditedField => ({
  path: 'roles',
  label: m.office_people_roles(),
  value: inOrder(roles),
  shown: roleWords(roles),
})

const chosenError = (roles: readonly OfficeRole[]) =>
  roles.length === 0 ? { roles: m.office_people_choose_role() } : {}

interface RolesFormProps {
  readonly club: OfficeClub
  readonly person: OfficePerson
  readonly mayGive: readonly OfficeRole[]
  readonly onDone: () => void
}

/** Changes somebody's roles. Where a colleague changed them meanwhile, both choices are shown. */
export function RolesForm({ club, person, mayGive, onDone }: RolesFormProps) {
  const { change } = usePeopleChanges(club.id)
  const grantId = person.grantId!
  const ofGrant = (people: readonly OfficePerson[]) => people.find((one) => one.grantId === grantId) ?? null
  const state = useEditedForm<{ roles: OfficeRole[] }, OfficePerson>({
    name: `roles ${grantId}`,
    record: person,
    valuesOf: (one) => ({ roles: inOrder((one ?? person).roles) }),
    fieldsOf: ({ roles }) => [rolesField(roles)],
    validate: ({ roles }) => chosenError(roles),
    send: async ({ roles }, version) =>
      ofGrant((await change.mutateAsync({ grantId, roles: inOrder(roles), version: Number(version) })).people) ??
      person,
    currentOf: async ({ code }) =>
      code === 'changed_meanwhile'
        ? ofGrant((await queryClient.fetchQuery({ ...peopleQuery(club.id), staleTime: 0 })).people)
        : null,
    refused: (problem) =>
      problem.code === 'last_chair' || problem.code === 'role_not_yours' ? { roles: problemText(problem) } : {},
    savedWords: () => m.office_people_changed({ name: person.name }),
    onSaved: onDone,
  })
  const { form } = state
  return (
    <EditedForm state={state} onCancel={onDone}>
      <RoleField key={form.key('roles')} mayGive={mayGive} {...form.getInputProps('roles')} />
    </EditedForm>
  )
}

interface Invited {
  email: string
  roles: OfficeRole[]
}

const nobody: Invited = { email: '', roles: [] }

const check = schemaResolver(officeAccess.invite.body, { sync: true })

/** Invites somebody by e-mail; empty again when it is sent. */
export function InviteForm({ club, mayGive }: { club: OfficeClub; mayGive: readonly OfficeRole[] }) {
  const { invite } = usePeopleChanges(club.id)
  const state = useEditedForm<Invited, Invited>({
    name: `invite ${club.id}`,
    record: null,
    versionOf: () => 0,
    valuesOf: (one) => one ?? nobody,
    fieldsOf: ({ email, roles }) => [
      { path: 'email', label: m.profile_email(), value: email, shown: email },
      rolesField(roles),
    ],
    validate: (values) => ({ ...check(values), ...chosenError(values.roles) }),
    send: async ({ email, roles }) => {
      await invite.mutateAsync({ email, roles: inOrder(roles) })
      showToast({ message: m.office_people_sent({ email }) })
      return nobody
    },
    refused: (problem) =>
      problem.code === 'own_access' || problem.code === 'already_in_office'
        ? { email: problemText(problem) }
        : problem.code === 'role_not_yours'
          ? { roles: problemText(problem) }
          : {},
  })
  const { form, formId, busy } = state
  return (
    <Panel title={m.office_people_invite()} subtitle={m.office_people_invite_text()}>
      <form id={formId} onSubmit={state.submit} noValidate>
        <Stack maw={560}>
          <LinkTarget name={inviteField}>
            <TextInput
              key={form.key('email')}
              type="email"
              label={m.profile_email()}
              autoComplete="off"
              required
              {...form.getInputProps('email')}
            />
          </LinkTarget>
          <RoleField key={form.key('roles')} mayGive={mayGive} {...form.getInputProps('roles')} />
          <FormFoot state={state}>
            <Button type="submit" loading={busy}>
              {m.office_people_send()}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Panel>
  )
}
