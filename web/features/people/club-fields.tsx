import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClubField, ClubFieldKind, MOST_CLUB_FIELDS, MOST_FIELD_OPTIONS } from '#contract/people/register.ts'
import { renamedChoices } from '#contract/people/renamed-choices.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { EditDialog, type EditDialogForm } from '#web/forms/edit-dialog.tsx'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { IconColumns3, IconPlus } from '#web/ui/icons/index.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { fieldLabel, kindWords } from './words.ts'
import { clubFieldsQuery, useRegisterChanges } from './register-queries.ts'

interface Props {
  readonly club: { readonly id: string }
  readonly mayWrite: boolean
}

/** A club's own fields of its register: added, changed, archived and taken back. */
export function ClubFields({ club, mayWrite }: Props) {
  const query = useQuery(clubFieldsQuery(club.id))
  const readOnly = useIsReadOnly() || !mayWrite
  // The id of a field, or `new`.
  const [edited, setEdited] = useState<string | null>(null)
  const { data: fields } = query
  const field = fields?.find(({ id }) => id === edited)
  const isFull = (fields ?? []).filter(({ archived }) => !archived).length >= MOST_CLUB_FIELDS
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={1.7} />} disabled={isFull} onClick={() => setEdited('new')}>
      {m.register_field_add()}
    </Button>
  )
  return (
    <Stack gap="lg">
      <PageHeader title={m.register_fields()} subtitle={m.register_fields_explained()} actions={!readOnly && add} />
      {isFull && !readOnly && <Text>{m.register_field_full()}</Text>}
      {!fields ? (
        <NotLoaded query={query} rows={3} height={72} />
      ) : (
        <Panel>
          {fields.length === 0 ? (
            <EmptyState icon={<IconColumns3 size={40} stroke={1.5} />} title={m.register_fields_none()}>
              {m.register_fields_none_text()}
            </EmptyState>
          ) : (
            <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
              {fields.map((one) => (
                <li key={one.id}>
                  <Row field={one} club={club} readOnly={readOnly} onEdit={() => setEdited(one.id)} />
                </li>
              ))}
            </Stack>
          )}
        </Panel>
      )}
      {edited && (
        <EditDialog
          opened
          title={field ? m.register_field_edit() : m.register_field_add()}
          onClose={() => setEdited(null)}
        >
          {(form) => <FieldForm {...form} club={club} field={field} />}
        </EditDialog>
      )}
    </Stack>
  )
}

interface RowProps extends Pick<Props, 'club'> {
  readonly field: ClubField
  readonly readOnly: boolean
  readonly onEdit: () => void
}

function Row({ field, club, readOnly, onEdit }: RowProps) {
  const { saveField } = useRegisterChanges(club.id)
  const { id, kind: _, archived, ...values } = field
  const switchArchived = () =>
    whenDone(saveField.mutateAsync({ ...values, fieldId: id, archived: !archived }), {
      onSuccess: () => showToast({ message: m.register_field_saved() }),
      onError: showFailure,
    })
  const name = fieldLabel(field)
  const switchWords = archived ? m.register_field_restore() : m.register_field_archive()
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text fw={620}>{name}</Text>
          {archived && <Badge color="gray">{m.register_field_archived()}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {kindWords[field.kind]()}
        </Text>
      </div>
      {!readOnly && (
        <Group gap="xs">
          {!archived && (
            <Button variant="default" aria-label={m.register_field_edit_of({ name })} onClick={onEdit}>
              {m.register_field_edit()}
            </Button>
          )}
          <Button
            variant="subtle"
            aria-label={`${switchWords}: ${name}`}
            loading={saveField.isPending}
            onClick={switchArchived}
          >
            {switchWords}
          </Button>
        </Group>
      )}
    </Group>
  )
}

interface FieldValues {
  readonly da: string
  readonly en: string
  readonly kind: ClubFieldKind
  /** A choice a line. */
  readonly options: string
}

type FieldProps = EditDialogForm & Pick<Props, 'club'> & { readonly field: ClubField | undefined }

function FieldForm({ club, field, onDone, onCancel, onDirtyChange }: FieldProps) {
  const { addField, saveField } = useRegisterChanges(club.id)
  const state = useEditedForm<FieldValues, ClubField>({
    name: `field ${field?.id ?? `of ${club.id}`}`,
    record: field ?? null,
    valuesOf: (one) => ({
      da: one?.label.da ?? '',
      en: one?.label.en ?? '',
      kind: one?.kind ?? 'text',
      options: typedOptions(one?.options ?? []),
    }),
    fieldsOf: (values) => [
      { path: 'da', label: m.register_field_label(), value: values.da, shown: values.da },
      { path: 'en', label: m.register_field_label_en(), value: values.en, shown: values.en },
      { path: 'kind', label: m.register_field_kind(), value: values.kind, shown: kindWords[values.kind]() },
      { path: 'options', label: m.register_field_options(), value: values.options, shown: values.options },
    ],
    validate: (values) => ({
      ...(values.da.trim() === '' && { da: m.register_field_label_missing() }),
      ...wrongOptions(values),
    }),
    send: (values, version) => {
      const [da, en] = [values.da.trim(), values.en.trim()]
      const options = values.kind === 'choice' ? optionsOf(values.options) : []
      const fields = { label: { da, ...(en && { en }) }, options }
      return field
        ? saveField.mutateAsync({ ...fields, fieldId: field.id, version: Number(version), archived: field.archived })
        : addField.mutateAsync({ ...fields, kind: values.kind })
    },
    savedWords: () => m.register_field_saved(),
    onSaved: onDone,
    onDirtyChange,
  })
  const { form } = state
  const [kind, setKind] = useState(() => form.getValues().kind)
  const [options, setOptions] = useState(() => form.getValues().options)
  form.watch('options', ({ value }) => setOptions(value))
  // Not read aloud with every letter.
  const [typed] = useDebouncedValue(options, 600)
  const choices = (some: ClubField['options']) => some.map(({ da }) => da)
  const renamed = renamedChoices(choices(field?.options ?? []), choices(optionsOf(typed)))
  return (
    <EditedForm state={state} onCancel={onCancel}>
      <TextInput
        key={form.key('da')}
        label={m.register_field_label()}
        limit={60}
        data-autofocus
        {...form.getInputProps('da')}
      />
      <TextInput key={form.key('en')} label={m.register_field_label_en()} limit={60} {...form.getInputProps('en')} />
      {!field && (
        <ChoiceField
          label={m.register_field_kind()}
          value={kind}
          data={ClubFieldKind.options.map((one) => ({ value: one, label: kindWords[one]() }))}
          onChange={({ currentTarget: { value } }) => {
            setKind(value as ClubFieldKind)
            form.setFieldValue('kind', value as ClubFieldKind)
          }}
        />
      )}
      {kind === 'choice' && (
        <div>
          <Textarea
            key={form.key('options')}
            label={m.register_field_options()}
            description={m.register_field_options_help()}
            limit={4000}
            rows={5}
            {...form.getInputProps('options')}
          />
          <Text size="sm" mt={renamed.length > 0 ? 'xs' : undefined} role="status">
            {renamed.length > 0 &&
              `${m.register_field_renames()} ${renamed.map(([was, is]) => `${was} → ${is}`).join(', ')}`}
          </Text>
        </div>
      )}
    </EditedForm>
  )
}

/** Letters of a choice. */
const MOST_OPTION = 60

/** A choice a line, with its English text behind a bar. */
const typedOptions = (options: ClubField['options']) =>
  options.map(({ da, en }) => (en ? `${da} | ${en}` : da)).join('\n')

export function wrongOptions({ kind, options: typed }: FieldValues): { options?: string } {
  if (kind !== 'choice') return {}
  const options = optionsOf(typed)
  if (options.length === 0 || new Set(options.map(({ da }) => da)).size < options.length)
    return { options: m.register_field_options_wrong() }
  if (options.length > MOST_FIELD_OPTIONS)
    return { options: m.register_field_options_many({ max: MOST_FIELD_OPTIONS, count: options.length }) }
  const long = options.flatMap(({ da, en = '' }) => [da, en]).find((text) => text.length > MOST_OPTION)
  return long ? { options: m.register_field_option_long({ max: MOST_OPTION, option: long }) } : {}
}

const optionsOf = (typed: string): ClubField['options'] =>
  typed.split('\n').flatMap((one) => {
    const [da = '', en = ''] = one.split('|').map((text) => text.trim())
    return da === '' ? [] : [{ da, ...(en && { en }) }]
  })
