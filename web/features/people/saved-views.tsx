import { ActionIcon, Button, Checkbox, Menu, Stack } from '@mantine/core'
import type { MemberSort } from '#contract/memberships/club-members.ts'
import type { SavedView } from '#contract/people/register.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { showFailure, showUndo } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { EditDialog, type EditDialogForm } from '#web/forms/edit-dialog.tsx'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { IconBookmark, IconDots } from '#web/ui/icons/index.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import { useRegisterChanges } from './register-queries.ts'

interface Props {
  readonly club: { readonly id: string }
  /** Whether the caller may save views for everybody in the office. */
  readonly mayShare: boolean
  /** The list's present choice. */
  readonly shown: { readonly filter: string | null; readonly sort: MemberSort; readonly columns: readonly string[] }
}

interface ToolsProps extends Props {
  /** The one that is open. */
  readonly view: SavedView | undefined
  /** Opens the dialog of a view; of a new one without. */
  readonly onEdit: (view: SavedView | null) => void
  readonly onGone: () => void
}

/** Saves what the list shows as a view; renames, updates or deletes the one that is open. */
export function ViewTools({ club, mayShare, view, shown, onEdit, onGone }: ToolsProps) {
  const { saveView, deleteView, addView } = useRegisterChanges(club.id)
  const mayChange = view && (!view.shared || mayShare)
  const update = () =>
    whenDone(saveView.mutateAsync({ ...view!, viewId: view!.id, ...shown, columns: [...shown.columns] }), {
      onSuccess: () => showToast({ message: m.register_view_saved() }),
      onError: showFailure,
    })
  const remove = ({ id, name, shared, filter, columns, sort }: SavedView) => {
    const gone = { name, shared, filter, columns, sort }
    whenDone(deleteView.mutateAsync(id), {
      onSuccess: () => showUndo(m.register_view_deleted({ name }), () => addView.mutateAsync(gone)),
      onSuccessHere: onGone,
      onError: showFailure,
    })
  }
  if (useIsReadOnly()) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={18} stroke={1.7} aria-hidden />}
        onClick={() => onEdit(null)}
      >
        {m.register_view_save()}
      </Button>
      {mayChange && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label={m.register_view_menu({ name: view.name })}>
              <IconDots size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={update}>{m.register_view_update()}</Menu.Item>
            <Menu.Item onClick={() => onEdit(view)}>{m.register_view_change()}</Menu.Item>
            <Menu.Item color="red" onClick={() => remove(view)}>
              {m.register_view_delete()}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

interface DialogProps extends Props {
  /** Null for a new one. */
  readonly view: SavedView | null
  readonly onOpen: (viewId: string) => void
  readonly onClose: () => void
}

/** Name and readers of a view, or of a new one. */
export const ViewDialog = (props: DialogProps) => (
  <EditDialog opened title={m.register_view_save_title()} onClose={props.onClose}>
    {(form) => <ViewForm {...form} {...props} />}
  </EditDialog>
)

interface ViewValues {
  readonly name: string
  readonly shared: boolean
}

function ViewForm(props: EditDialogForm & Omit<DialogProps, 'onClose'>) {
  const { club, mayShare, shown, view, onOpen, onDone, onCancel, onDirtyChange } = props
  const { addView, saveView } = useRegisterChanges(club.id)
  const isGone = useIsUnmounted()
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
      if (isGone.current) return
      onDone()
      onOpen(id)
    },
    onDirtyChange,
  })
  const { form, formId, busy } = state
  return (
    <form id={formId} onSubmit={state.submit} noValidate>
      <Stack gap="md">
        <TextInput
          key={form.key('name')}
          size="md"
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
        <FormFoot state={state}>
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {m.action_save()}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}
