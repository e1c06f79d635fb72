import { ActionIcon, Button, Menu } from '@mantine/core'
import type { SavedView } from '#contract/people/register.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { showFailure, showUndo } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { IconBookmark, IconDots } from '#web/ui/icons/index.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { useRegisterChanges } from './register-queries.ts'
import type { ViewProps } from './view-dialog.tsx'

interface Props extends ViewProps {
  /** The one that is open. */
  readonly view: SavedView | undefined
  /** Opens the dialog of a view; of a new one without. */
  readonly onEdit: (view: SavedView | null) => void
  readonly onGone: () => void
}

/** Saves what the list shows as a view; renames, updates or deletes the one that is open. */
export function ViewTools({ club, mayShare, view, shown, onEdit, onGone }: Props) {
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
      <Button variant="default" leftSection={<IconBookmark size={18} stroke={1.7} />} onClick={() => onEdit(null)}>
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
