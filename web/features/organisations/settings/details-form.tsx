import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { clubFields, type ClubSettings, clubSettings, isCvr } from '#contract/organisations/settings.ts'
import { call } from '#web/api/client.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import {
  editedFieldsOf,
  FieldInput,
  inputOf,
  type LabelsOf,
  readTyped,
  refusedIn,
  typedOf,
  type TypedOf,
  unreadIn,
} from '#web/forms/fields.tsx'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { problemText } from '#web/api/problem-text.ts'
import type { SettingsField } from '#web/paths.ts'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { ColourField } from './colour-field.tsx'
import { sameCvrQuery, shadeQuery, useShowSettings } from './queries.ts'

interface Props {
  readonly settings: ClubSettings
  readonly onDirtyChange: (dirty: boolean) => void
}

export function DetailsForm({ settings, onDirtyChange }: Props) {
  const { orgId } = settings
  const show = useShowSettings()
  const save = async (values: Values, version: number) => {
    const saved = await call(clubSettings.save, { orgId, ...readTyped(clubFields, values), version })
    show(saved)
    return saved
  }
  const state = useEditedForm<Values, ClubSettings>({
    name: `settings ${orgId}`,
    record: settings,
    valuesOf: (one) => typedOf(clubFields, one ?? settings),
    fieldsOf: (values) => editedFieldsOf(clubFields, values, labels),
    inputOf: (path) => inputOf(clubFields, path),
    validate: (values, base) => errorsOf(values, base ?? settings),
    send: (values, version) => save(values, Number(version)),
    refused: (problem) => (problem.code === 'cvr_invalid' ? { cvr: problemText(problem) } : {}),
    savedWords: m.settings_saved,
    undo: (before, saved) => () => save(before, saved.version),
    onTaken: show,
    onDirtyChange,
  })
  const { form, formId, busy, typed } = state
  const of = { fields: clubFields, labels, form, hintsAbove: true }
  const { data: sameCvr = [] } = useQuery(sameCvrQuery(orgId, typed.cvr))
  return (
    <Panel title={m.settings_details()} subtitle={m.settings_details_explained()}>
      <form id={formId} noValidate onSubmit={state.submit} aria-label={m.settings_details()}>
        <Stack gap="md">
          <FieldInput of={of} name="name" />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <LinkTarget name={'description' satisfies SettingsField} display="contents">
              <FieldInput
                of={of}
                name="description"
                rows={{ minRows: 4, maxRows: 12 }}
                hint={m.settings_description_explained()}
                hintEn={m.settings_english_explained()}
              />
            </LinkTarget>
            <FieldInput of={of} name="address" hint={m.settings_address_explained()} />
            <FieldInput of={of} name="city" hint={m.settings_city_explained()} />
            <FieldInput of={of} name="email" hint={m.settings_email_explained()} />
            <FieldInput of={of} name="phone" hint={m.settings_phone_explained()} />
            <FieldInput of={of} name="website" hint={m.settings_website_explained()} />
            <div>
              <FieldInput of={of} name="cvr" hint={m.settings_cvr_explained()} />
              <Text size="sm" mt={sameCvr.length > 0 ? 6 : undefined} role="status">
                {sameCvr.length > 0 && m.settings_cvr_same({ clubs: formatList(sameCvr) })}
              </Text>
            </div>
            <FieldInput of={of} name="bankRegistration" hint={m.settings_bank_explained()} />
            <FieldInput of={of} name="bankAccount" hint={m.settings_bank_account_explained()} />
            <FieldInput of={of} name="mobilePay" hint={m.settings_mobilepay_explained()} />
            <ColourField
              name={settings.name}
              chosen={typed.colour}
              without={settings.face.colour}
              shadeQuery={(shown) => shadeQuery(orgId, shown)}
              key={form.key('colour')}
              {...form.getInputProps('colour')}
            />
            <FieldInput of={of} name="graceDays" hint={m.settings_grace_explained()} />
          </SimpleGrid>
          <FormFoot state={state} failedTitle={m.settings_not_saved()}>
            <Button type="submit" size="md" loading={busy}>
              {m.settings_save()}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Panel>
  )
}

type Values = TypedOf<typeof clubFields>

/** A CVR number from before they were checked may stay. */
function errorsOf(values: Values, base: ClubSettings): FormErrors {
  const cvr = values.cvr.replace(/\D/g, '')
  return {
    ...(cvr !== '' && cvr !== base.cvr && !isCvr(cvr) && { cvr: m.problem_cvr_invalid() }),
    ...refusedIn(clubFields, values),
    ...(values.graceDays.trim() === '' && { graceDays: m.field_required() }),
    ...unreadIn(clubFields, values),
  }
}

const labels: LabelsOf<typeof clubFields> = {
  name: m.settings_name,
  descriptionDa: m.settings_description_da,
  descriptionEn: m.settings_description_en,
  address: m.settings_address,
  city: m.settings_city,
  email: m.settings_email,
  phone: m.settings_phone,
  website: m.settings_website,
  cvr: m.settings_cvr,
  bankRegistration: m.settings_bank_registration,
  bankAccount: m.settings_bank_account,
  mobilePay: m.settings_mobilepay,
  colour: m.settings_colour,
  graceDays: m.settings_grace,
}
