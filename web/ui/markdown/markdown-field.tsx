import { ActionIcon, Group } from '@mantine/core'
import { IconBold, IconHeading, IconItalic, IconLink, IconList, type Icon } from '../icons/index.ts'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { Textarea } from '../fields/text-field.tsx'
import { m } from '#words/messages.js'
import { type Edit, linked, prefixed, wrapped } from './markdown-edits.ts'

interface Tool {
  readonly label: () => string
  readonly icon: Icon
  readonly edit: Edit
  /** With Ctrl or Cmd. */
  readonly key?: string
}

const tools: readonly Tool[] = [
  { label: m.markdown_heading, icon: IconHeading, edit: prefixed('## ') },
  { label: m.markdown_bold, icon: IconBold, edit: wrapped('**'), key: 'b' },
  { label: m.markdown_italic, icon: IconItalic, edit: wrapped('*'), key: 'i' },
  { label: m.markdown_list, icon: IconList, edit: prefixed('- ') },
  { label: m.markdown_link, icon: IconLink, edit: linked },
]

/** A text in Markdown, with buttons that write its signs. */
export function MarkdownField({ label, ...props }: ComponentProps<typeof Textarea> & { label: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const apply = (edit: Edit) => field.current && change(field.current, edit)
  const onKeyDown = (event: KeyboardEvent) => {
    const tool = (event.ctrlKey || event.metaKey) && tools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    apply(tool.edit)
  }
  return (
    <Textarea
      autosize
      minRows={8}
      maxRows={24}
      label={label}
      ref={field}
      onKeyDown={onKeyDown}
      inputContainer={(input) => (
        <>
          <Group role="group" aria-label={m.markdown_toolbar()} gap={4} mb={6}>
            {tools.map(({ label: name, icon: ToolIcon, edit }) => (
              <ActionIcon
                key={name()}
                variant="default"
                size={36}
                aria-label={name()}
                title={name()}
                onClick={() => apply(edit)}
              >
                <ToolIcon size={19} stroke={1.7} />
              </ActionIcon>
            ))}
          </Group>
          {input}
        </>
      )}
      {...props}
    />
  )
}

function change(field: HTMLTextAreaElement, edit: Edit): void {
  const { from, to, text, selected } = edit(field.value, field.selectionStart, field.selectionEnd)
  field.focus()
  field.setRangeText(text, from, to)
  field.setSelectionRange(...selected)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
