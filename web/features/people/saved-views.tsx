import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core'
import { useState } from 'react'
import type { MemberSort } from '#contract/memberships/club-members.ts'
import type { SavedView } from '#contract/people/register.ts'
import { currentIn } from '#web/api/client.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { showFailure, showUndo } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { IconBookmark, IconDots } from '#web/ui/icons/index.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { useRegisterChanges } from './register-queries.ts'

interface Props {
  readonly club: { readonly id: string }
  /** Whether the caller may save views for everybody in the office. */
  readonly mayShare: boolean
  /** The one that is open. */
  readonly view: SavedView | undefined
  /** The list's present choice. */
  readonly shown: { readonly filter: string | null; readonly sort: MemberSort; readonly columns: readonly string[] }
  readonly onOpen: (viewId: string) => void
  readonly onGone: () => void
}

/** Saves what the list shows as a view; renames, updates or deletes the one that is open. */
export function ViewTools(props: Props) {
  const { club, mayShare, view, shown, onGone } = props
  const { saveView, deleteView, addView } = useRegisterChanges(club.id)
  const [dialog, setDialog] = useState<'new' | 'rename' | null>(null)
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
        onClick={() => setDialog('new')}
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
            <Menu.Item onClick={() => setDialog('rename')}>{m.register_view_change()}</Menu.Item>
            <Menu.Item color="red" onClick={() => remove(view)}>
              {m.register_view_delete()}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog && (
        <ViewDialog {...props} renamed={dialog === 'rename' ? view : undefined} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

interface DialogProps extends Props {
  readonly renamed: SavedView | undefined
  readonly onClose: () => void
}

function ViewDialog({ club, mayShare, shown, renamed, onOpen, onClose }: DialogProps) {
  const { addView, saveView } = useRegisterChanges(club.id)
  const [name, setName] = useState(renamed?.name ?? '')
  const [shared, setShared] = useState(renamed?.shared ?? false)
  const [missing, setMissing] = useState(false)
  const work = renamed ? saveView : addView
  const onSubmit = () => {
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    const done = {
      onSuccess: () => {
        onClose()
        showToast({ message: m.register_view_saved() })
      },
      onSuccessHere: ({ id }: SavedView) => onOpen(id),
      onError: (error: unknown) => {
        // The list is drawn anew with the view as it is now.
        if (!currentIn(error)) return
        onClose()
        showFailure(error)
      },
    }
    const typed = { name: name.trim(), shared }
    if (renamed) whenDone(saveView.mutateAsync({ ...renamed, viewId: renamed.id, ...typed }), done)
    else whenDone(addView.mutateAsync({ ...shown, columns: [...shown.columns], ...typed }), done)
  }
  return (
    <FormDialog
      title={m.register_view_save_title()}
      confirm={m.action_save()}
      error={work.error}
      busy={work.isPending}
      {...{ onSubmit, onClose }}
    >
      <TextInput
        size="md"
        label={m.register_view_name()}
        limit={60}
        value={name}
        error={missing && m.list_filter_missing()}
        onChange={({ currentTarget: { value } }) => setName(value)}
        data-autofocus
      />
      {mayShare && (
        <Checkbox
          label={m.register_view_shared()}
          description={m.register_view_shared_help()}
          checked={shared}
          onChange={({ currentTarget: { checked } }) => setShared(checked)}
        />
      )}
    </FormDialog>
  )
}
