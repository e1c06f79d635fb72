import { Alert, Box, SimpleGrid, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import { isCvr } from '#contract/organisations/settings.ts'
import type { Output } from '#contract/endpoint.ts'
import type { operator } from '#contract/operator.ts'
import { Email } from '#contract/email.ts'
import { Colour } from '#contract/values.ts'
import { ColourField } from '#web/features/organisations/settings/colour-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { NewClubDraft } from './new-club-draft.ts'
import { newClubQuery, newClubShadeQuery } from './queries.ts'

type Checked = Output<typeof operator.check>
type Field = 'name' | 'key' | 'cvr' | 'contactEmail' | 'colour'

/** A CVR number as it is sent. */
export const digits = (cvr: string) => cvr.replace(/[\s.-]|^DK/gi, '')

export function whoErrors(draft: NewClubDraft, checked: Checked | undefined): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {}
  if (draft.name.trim() === '') errors.name = m.operator_new_required()
  const key = keyError(draft.key, checked)
  if (key) errors.key = key
  const cvr = digits(draft.cvr)
  if (cvr !== '' && !isCvr(cvr)) errors.cvr = /^\d{8}$/.test(cvr) ? m.problem_cvr_invalid() : m.field_cvr()
  const colour = draft.colour.trim()
  if (colour !== '' && !Colour.safeParse(colour).success) errors.colour = m.field_colour()
  if (!Email.safeParse(draft.contactEmail).success) errors.contactEmail = m.operator_new_email_wrong()
  return errors
}

function keyError(key: string, checked: Checked | undefined): string | null {
  if (key.trim() === '') return m.operator_new_required()
  if (checked?.key === 'taken') return m.operator_new_key_taken({ club: checked.takenBy ?? '' })
  if (checked?.key === 'reserved') return m.problem_club_key_reserved()
  return checked?.key === 'invalid' ? m.operator_new_key_invalid() : null
}

interface Props {
  /** A key that was refused when the club was created, and why. */
  readonly refused: { readonly key: string; readonly text: string } | null
  readonly draft: NewClubDraft
  readonly onChange: (changes: Partial<NewClubDraft>) => void
  readonly showErrors: boolean
}

/** Who the club is. The key is looked up while it is typed, and a CVR number that another club has is only a warning. */
export function WhoStep({ draft, onChange, showErrors, refused }: Props) {
  const [key] = useDebouncedValue(draft.key.trim().toUpperCase(), 300)
  const cvr = digits(draft.cvr)
  const keyCheck = useQuery(newClubQuery(key, '')).data
  const cvrCheck = useQuery(newClubQuery('', /^\d{8}$/.test(cvr) ? cvr : '')).data
  const isChecked = key === draft.key.trim().toUpperCase()
  const errors = showErrors ? whoErrors(draft, isChecked ? keyCheck : undefined) : {}
  const wasRefused = refused?.key === draft.key.trim() ? refused.text : null
  const nowWrong = isChecked && draft.key !== '' ? keyError(draft.key, keyCheck) : null
  const text = (field: Field | 'address' | 'city') => ({
    autoComplete: 'off',
    value: draft[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange({ [field]: value }),
  })
  const sameCvr = cvrCheck?.sameCvr ?? []
  return (
    <Stack gap="md">
      <TextInput label={m.operator_new_name()} required limit={80} error={errors.name} {...text('name')} />
      <TextInput
        label={m.operator_new_key()}
        description={isChecked && keyCheck?.key === 'free' ? m.operator_new_key_free() : m.operator_new_key_hint()}
        required
        limit={20}
        autoCapitalize="characters"
        spellCheck={false}
        error={nowWrong ?? wasRefused ?? errors.key}
        {...text('key')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          type="email"
          label={m.operator_email()}
          required
          limit={254}
          error={errors.contactEmail}
          {...text('contactEmail')}
        />
        <TextInput
          label={m.operator_new_cvr()}
          description={m.operator_new_cvr_hint()}
          inputMode="numeric"
          limit={11}
          error={errors.cvr}
          {...text('cvr')}
        />
        <TextInput label={m.operator_address()} limit={150} {...text('address')} />
        <TextInput label={m.operator_city()} limit={60} {...text('city')} />
      </SimpleGrid>
      {sameCvr.length > 0 && (
        <Alert color="coral" role="status" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
          {m.operator_new_cvr_same({ clubs: formatList(sameCvr.map(({ name }) => name)) })}
        </Alert>
      )}
      <Box maw={420}>
        <ColourField
          name={draft.name.trim() || m.operator_new_name()}
          chosen={draft.colour}
          without={null}
          shadeQuery={newClubShadeQuery}
          value={draft.colour}
          error={errors.colour}
          onChange={(colour) => onChange({ colour })}
        />
      </Box>
    </Stack>
  )
}
