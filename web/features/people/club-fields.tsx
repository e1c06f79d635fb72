import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cutText } from '#contract/cut-text.ts'
import { type ClubField, ClubFieldKind, MOST_CLUB_FIELDS } from '#contract/people/register.ts'
import { currentIn } from '#web/api/client.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { IconColumns3, IconPlus } from '#web/ui/icons/index.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { fieldLabel, kindWords } from './field-words.ts'
import { clubFieldsQuery, useRegisterChanges } from './register-queries.ts'

interface Props {
  readonly club: { readonly id: string }
  readonly mayWrite: boolean
}

/** A club's own fields of its register: added, changed, archived and taken back. */
export function ClubFields({ club, mayWrite }: Props) {
  const query = useQuery(clubFieldsQuery(club.id))
  const readOnly = useIsReadOnly() || !mayWrite
  const [edited, setEdited] = useState<ClubField | 'new' | null>(null)
  const { data: fields } = query
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
              {fields.map((field) => (
                <li key={field.id}>
                  <Row field={field} club={club} readOnly={readOnly} onEdit={() => setEdited(field)} />
                </li>
              ))}
            </Stack>
          )}
        </Panel>
      )}
      {edited && (
        <FieldDialog club={club} field={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
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
            <Button variant="default" size="sm" aria-label={m.register_field_edit_of({ name })} onClick={onEdit}>
              {m.register_field_edit()}
            </Button>
          )}
          <Button variant="subtle" size="sm" loading={saveField.isPending} onClick={switchArchived}>
            {archived ? m.register_field_restore() : m.register_field_archive()}
          </Button>
        </Group>
      )}
    </Group>
  )
}

function FieldDialog({
  club,
  field: opened,
  onClose,
}: Pick<Props, 'club'> & { field: ClubField | undefined; onClose: () => void }) {
  const { addField, saveField } = useRegisterChanges(club.id)
  const [field, setField] = useState(opened)
  const [da, setDa] = useState(field?.label.da ?? '')
  const [en, setEn] = useState(field?.label.en ?? '')
  const [kind, setKind] = useState<ClubFieldKind>(field?.kind ?? 'text')
  const [typed, setTyped] = useState(typedOptions(field))
  const [tried, setTried] = useState(false)
  const options = kind === 'choice' ? optionsOf(typed) : []
  const wrongOptions =
    kind === 'choice' && (options.length === 0 || new Set(options.map((one) => one.da)).size < options.length)
  const work = field ? saveField : addField
  const onSubmit = () => {
    setTried(true)
    if (da.trim() === '' || wrongOptions) return
    const values = { label: { da: da.trim(), ...(en.trim() && { en: en.trim() }) }, options }
    const done = {
      onSuccess: () => {
        onClose()
        showToast({ message: m.register_field_saved() })
      },
      onError: (error: unknown) => {
        const current = currentIn<ClubField>(error)
        if (!current) return
        setField(current)
        setDa(current.label.da)
        setEn(current.label.en ?? '')
        setTyped(typedOptions(current))
      },
    }
    if (field)
      whenDone(
        saveField.mutateAsync({ ...values, fieldId: field.id, version: field.version, archived: field.archived }),
        done,
      )
    else whenDone(addField.mutateAsync({ ...values, kind }), done)
  }
  return (
    <FormDialog
      title={field ? m.register_field_edit() : m.register_field_add()}
      confirm={m.action_save()}
      error={work.error}
      busy={work.isPending}
      {...{ onSubmit, onClose }}
    >
      <TextInput
        size="md"
        label={m.register_field_label()}
        limit={60}
        value={da}
        error={tried && da.trim() === '' && m.register_field_label_missing()}
        onChange={({ currentTarget: { value } }) => setDa(value)}
        data-autofocus
      />
      <TextInput
        size="md"
        label={m.register_field_label_en()}
        limit={60}
        value={en}
        onChange={({ currentTarget: { value } }) => setEn(value)}
      />
      {!field && (
        <ChoiceField
          label={m.register_field_kind()}
          value={kind}
          data={ClubFieldKind.options.map((one) => ({ value: one, label: kindWords[one]() }))}
          onChange={({ currentTarget: { value } }) => setKind(value as ClubFieldKind)}
        />
      )}
      {kind === 'choice' && (
        <Textarea
          size="md"
          label={m.register_field_options()}
          description={m.register_field_options_help()}
          limit={4000}
          rows={5}
          value={typed}
          error={tried && wrongOptions && m.register_field_options_wrong()}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      )}
    </FormDialog>
  )
}

/** A choice a line, with its English text behind a bar. */
const typedOptions = (field: ClubField | undefined) =>
  (field?.options ?? []).map(({ da, en }) => (en ? `${da} | ${en}` : da)).join('\n')

const optionsOf = (typed: string): ClubField['options'] =>
  typed.split('\n').flatMap((one) => {
    const [da = '', en = ''] = one.split('|').map((text) => cutText(text.trim(), 60))
    return da === '' ? [] : [{ da, ...(en && { en }) }]
  })
