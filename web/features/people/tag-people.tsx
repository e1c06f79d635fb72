import { Button, TagsInput, Text } from '@mantine/core'
import { useState } from 'react'
import { cutText } from '#contract/cut-text.ts'
import { MOST_TAGS } from '#contract/people/register.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import type { WhichMembers } from '#web/features/memberships/club-members/queries.ts'
import type { ListSelection } from '#web/ui/data-list/data-list.tsx'
import { IconTag } from '#web/ui/icons/index.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { chosenOf, useRegisterChanges } from './register-queries.ts'

interface Props {
  readonly orgId: string
  readonly selection: ListSelection
  readonly which: WhichMembers
  /** Those that people of the club have. */
  readonly tags: readonly { readonly tag: string }[]
  /** The filter in words. */
  readonly sentence: string | undefined
}

/** Puts tags on the chosen people, or takes them away. */
export function TagPeople(props: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconTag size={18} stroke={1.7} />} onClick={() => setOpened(true)}>
        {m.register_tag()}
      </Button>
      {opened && <TagDialog {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

function TagDialog({ orgId, selection, which, tags, sentence, onClose }: Props & { onClose: () => void }) {
  const { tag } = useRegisterChanges(orgId)
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const [missing, setMissing] = useState(false)
  const all = tags.map((one) => one.tag)
  const count = 'ids' in selection ? selection.ids.length : selection.count
  const onSubmit = () => {
    const nothing = add.length + remove.length === 0
    setMissing(nothing)
    if (nothing) return
    whenDone(tag.mutateAsync({ add, remove, ...chosenOf(selection, which) }), {
      onSuccess: ({ changed, full }) => {
        onClose()
        const done = m.register_tagged({ count: changed })
        showToast({ message: full > 0 ? `${done}. ${m.register_tagged_full({ count: full })}.` : done })
      },
    })
  }
  const field = {
    size: 'md',
    maxTags: MOST_TAGS,
    clearable: true,
    splitChars: [',', ';'],
    comboboxProps: { withinPortal: false },
  }
  return (
    <FormDialog
      title={m.register_tag_title({ people: m.club_members_count({ count }) })}
      confirm={m.register_tag_save()}
      error={tag.error}
      busy={tag.isPending}
      {...{ onSubmit, onClose }}
    >
      {'all' in selection && sentence && <Text c="dimmed">{sentence}</Text>}
      <TagsInput
        {...field}
        label={m.register_tag_add()}
        placeholder={m.register_tag_help()}
        data={all.filter((one) => !remove.includes(one))}
        value={add}
        onChange={(next) => setAdd(next.map((one) => cutText(one.trim(), 40)).filter(Boolean))}
        error={missing && m.register_tag_nothing()}
        data-autofocus
      />
      {all.length > 0 && (
        <TagsInput
          {...field}
          label={m.register_tag_remove()}
          data={all.filter((one) => !add.includes(one))}
          value={remove}
          onChange={setRemove}
        />
      )}
    </FormDialog>
  )
}
