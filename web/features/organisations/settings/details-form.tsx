import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormErrors, schemaResolver } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ClubDetails, type ClubSettings, clubSettings, isCvr } from '#contract/club-settings.ts'
import { call } from '#web/api/client.ts'
import { type EditedField, useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { showUndo } from '#web/api/undo.ts'
import '#web/ui/fields/field-words.ts'
import type { SettingsField } from '#web/paths.ts'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatList } from '#web/ui/words/format.ts'
import { numberOf, numberProblem } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { ColourField } from './colour-field.tsx'
import { sameCvrQuery, shadeQuery, useShowSettings } from './queries.ts'

interface Props {
  readonly settings: ClubSettings
  readonly onDirtyChange: (dirty: boolean) => void
}

/** A club's own description. */
export function DetailsForm({ settings, onDirtyChange }: Props) {
  const { orgId } = settings
  const show = useShowSettings()
  const [colour, setColour] = useState<string | null>(null)
  const [cvr, setCvr] = useState<string | null>(null)
  const save = async (values: Values, version: number) => {
    const saved = await call(clubSettings.save, { orgId, ...detailsOf(values), version })
    show(saved)
    return saved
  }
  const state = useEditedForm<Values, ClubSettings>({
    name: `settings ${orgId}`,
    record: settings,
    versionOf: ({ version }) => version,
    valuesOf: (one) => valuesOf(one ?? settings),
    fieldsOf,
    validate: (values, base) => errorsOf(values, base ?? settings),
    send: (values, version) => save(values, Number(version)),
    fieldOf: ({ code }) => (code === 'cvr_invalid' ? 'cvr' : null),
    textOf: problemText,
    onSaved: (saved, before) => {
      setColour(saved.colour)
      showUndo(m.settings_saved(), async () => state.takeSaved(await save(before, saved.version)))
    },
    onTaken: show,
    onDirtyChange,
  })
  const { form, formId, busy } = state
  const field = (path: string) => form.getInputProps(path)
  form.watch('colour', ({ value }) => setColour(value))
  const chosen = colour ?? form.getValues().colour
  form.watch('cvr', ({ value }) => setCvr(value))
  const { data: sameCvr = [] } = useQuery(sameCvrQuery(orgId, cvr ?? form.getValues().cvr))
  return (
    <Panel title={m.settings_details()} subtitle={m.settings_details_explained()}>
      <form id={formId} noValidate onSubmit={state.submit} aria-label={m.settings_details()}>
        <Stack gap="md">
          <TextInput
            label={m.settings_name()}
            required
            withAsterisk
            limit={80}
            key={form.key('name')}
            {...field('name')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <LinkTarget name={'description' satisfies SettingsField}>
              <Textarea
                label={m.settings_description_da()}
                description={m.settings_description_explained()}
                autosize
                minRows={4}
                maxRows={12}
                lang="da"
                key={form.key('description.da')}
                {...field('description.da')}
              />
            </LinkTarget>
            <Textarea
              label={m.settings_description_en()}
              description={m.settings_english_explained()}
              autosize
              minRows={4}
              maxRows={12}
              lang="en"
              key={form.key('description.en')}
              {...field('description.en')}
            />
            <TextInput
              label={m.settings_address()}
              description={m.settings_address_explained()}
              autoComplete="off"
              key={form.key('address')}
              {...field('address')}
            />
            <TextInput
              label={m.settings_city()}
              description={m.settings_city_explained()}
              autoComplete="off"
              key={form.key('city')}
              {...field('city')}
            />
            <TextInput
              label={m.settings_email()}
              description={m.settings_email_explained()}
              required
              withAsterisk
              type="email"
              autoComplete="off"
              key={form.key('email')}
              {...field('email')}
            />
            <TextInput
              label={m.settings_phone()}
              description={m.settings_phone_explained()}
              type="tel"
              autoComplete="off"
              key={form.key('phone')}
              {...field('phone')}
            />
            <TextInput
              label={m.settings_website()}
              description={m.settings_website_explained()}
              inputMode="url"
              autoComplete="off"
              key={form.key('website')}
              {...field('website')}
            />
            <div>
              <TextInput
                label={m.settings_cvr()}
                description={m.settings_cvr_explained()}
                inputMode="numeric"
                autoComplete="off"
                key={form.key('cvr')}
                {...field('cvr')}
              />
              {sameCvr.length > 0 && (
                <Text size="sm" mt={6} role="status">
                  {m.settings_cvr_same({ clubs: formatList(sameCvr) })}
                </Text>
              )}
            </div>
            <ColourField
              name={settings.name}
              chosen={chosen}
              without={settings.face.colour}
              shadeQuery={(shown) => shadeQuery(orgId, shown)}
              key={form.key('colour')}
              {...field('colour')}
            />
            <NumberField
              label={m.settings_grace()}
              description={m.settings_grace_explained()}
              inputWrapperOrder={['label', 'description', 'input', 'error']}
              key={form.key('graceDays')}
              {...field('graceDays')}
            />
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

interface Values {
  name: string
  description: { da: string; en: string }
  address: string
  city: string
  cvr: string
  email: string
  phone: string
  website: string
  /** Empty for none. */
  colour: string
  graceDays: string
}

const valuesOf = (settings: ClubSettings): Values => ({
  name: settings.name,
  description: { da: settings.description.da, en: settings.description.en ?? '' },
  address: settings.address,
  city: settings.city,
  cvr: settings.cvr,
  email: settings.email,
  phone: settings.phone,
  website: settings.website,
  colour: settings.colour ?? '',
  graceDays: String(settings.graceDays),
})

const detailsOf = ({ colour, graceDays, ...texts }: Values) => ({
  ...texts,
  colour: colour.trim() === '' ? null : colour.trim(),
  graceDays: graceDays.trim() === '' ? Number.NaN : numberOf(graceDays),
})

const check = schemaResolver(ClubDetails, { sync: true })

/** A CVR number from before they were checked may stay. */
function errorsOf(values: Values, base: ClubSettings): FormErrors {
  const graceDays = numberProblem(values.graceDays)
  const errors = { ...check(detailsOf(values)), ...(graceDays && { graceDays }) }
  const cvr = values.cvr.replace(/\D/g, '')
  return cvr !== '' && cvr !== base.cvr && !isCvr(cvr) ? { cvr: m.problem_cvr_invalid(), ...errors } : errors
}

const labels: Record<string, () => string> = {
  name: m.settings_name,
  'description.da': m.settings_description_da,
  'description.en': m.settings_description_en,
  address: m.settings_address,
  city: m.settings_city,
  email: m.settings_email,
  phone: m.settings_phone,
  website: m.settings_website,
  cvr: m.settings_cvr,
  colour: m.settings_colour,
  graceDays: m.settings_grace,
}

function fieldsOf({ description, ...values }: Values): EditedField[] {
  const flat: Record<string, string | number> = {
    ...values,
    'description.da': description.da,
    'description.en': description.en,
  }
  return Object.entries(labels).map(([path, label]) => ({
    path,
    label: label(),
    value: flat[path],
    shown: String(flat[path]),
  }))
}
