import { Checkbox } from '@mantine/core'
import type { MemberSort } from '#contract/memberships/club-members.ts'
import type { SavedView } from '#contract/people/register.ts'
import { EditDialog, type EditDialogForm } from '#web/forms/edit-dialog.tsx'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { m } from '#words/messages.js'
import { useRegisterChanges } from './register-queries.ts'

export interface ViewProps {
  readonly club: { readonly id: string }
  /** Whether the caller may save views for everybody in the office. */
  readonly mayShare: boolean
  /** The list's present choice. */
  readonly shown: { readonly filter: string | null; readonly sort: MemberSort; readonly columns: readonly string[] }
}

interface DialogProps extends ViewProps {
  readonly opened: boolean
  /** Null for a new one. */
  readonly view: SavedView | null
  readonly onOpen: (viewId: string) => void
  readonly onClose: () => void
}

/** Name and readers of a view, or of a new one. */
export const ViewDialog = (props: DialogProps) => (
  <EditDialog opened={props.opened} title={m.register_view_save_title()} onClose={props.onClose}>
    {(form) => <ViewForm {...form} {...props} />}
  </EditDialog>
)

interface ViewValues {
  readonly name: string
  readonly shared: boolean
}

function ViewForm(props: EditDialogForm & Omit<DialogProps, 'opened' | 'onClose'>) {
  const { club, mayShare, shown, view, onOpen, onDone, onCancel, onDirtyChange } = props
  const { addView, saveView } = useRegisterChanges(club.id)
  const state = useEditedForm<ViewValues, SavedView>({
    name: `view ${view?.id ?? `of ${club.id}`}`,
    record: view,
    valuesOf: (one) => ({ name: one?.name ?? '', shared: one?.shared ?? false }),
    fieldsOf: ({ name, shared }) => [
      { path: 'name', label: m.register_view_name(), value: name, shown: name },
      {
        path: 'shared',
        label: m.register_view_shared(),
        value: shared,
        shown: shared ? m.field_yes() : m.field_no(),
      },
    ],
    validate: ({ name }) => (name.trim() === '' ? { name: m.list_filter_missing() } : {}),
    send: ({ name, shared }, version) => {
      const typed = { name: name.trim(), shared }
      return view
        ? saveView.mutateAsync({ ...view, ...typed, viewId: view.id, version: Number(version) })
        : addView.mutateAsync({ ...shown, ...typed, columns: [...shown.columns] })
    },
    savedWords: () => m.register_view_saved(),
    onSaved: ({ id }) => {
      onDone()
      onOpen(id)
    },
    onDirtyChange,
  })
  const { form } = state
  return (
    <EditedForm state={state} onCancel={onCancel}>
      <TextInput
        key={form.key('name')}
        label={m.register_view_name()}
        limit={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {mayShare && (
        <Checkbox
          key={form.key('shared')}
          label={m.register_view_shared()}
          description={m.register_view_shared_help()}
          {...form.getInputProps('shared', { type: 'checkbox' })}
        />
      )}
    </EditedForm>
  )
}
