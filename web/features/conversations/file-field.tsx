import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconPaperclip, IconX } from '#web/ui/icons/index.ts'
import { useId, type ReactNode, type Ref } from 'react'
import type { Attachment } from '#contract/conversations/parts.ts'
import { m } from '#words/messages.js'
import { FileLabel } from './attachment-chip.tsx'
import c from './attachments.module.css'
import type { Files } from './use-files.ts'

/** For the file picker only; the server checks the content. */
const ACCEPTED = 'image/*,application/pdf,text/plain,.txt'

interface AreaProps {
  /** Null disables attachments. */
  readonly files: Files | null
  readonly busy?: boolean
  /** Set to a function that opens the file picker. */
  readonly open: Ref<() => void>
  readonly children: ReactNode
}

/** Drop target for files; also holds the hidden input of the file picker. */
export function FileArea({ files, busy = false, open, children }: AreaProps) {
  if (!files) return children
  return (
    <Dropzone
      openRef={open}
      onDrop={(dropped) => !busy && files.add(dropped)}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ accept: ACCEPTED, hidden: true }}
    >
      {children}
    </Dropzone>
  )
}

interface ButtonProps {
  readonly onClick: () => void
  readonly compact?: boolean
  readonly disabled?: boolean
}

export const FileButton = ({ onClick, compact = false, disabled = false }: ButtonProps) =>
  compact ? (
    <ActionIcon aria-label={m.attachment_add()} title={m.attachment_explained()} disabled={disabled} onClick={onClick}>
      <IconPaperclip size={19} stroke={1.7} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      variant="default"
      leftSection={<IconPaperclip size={19} stroke={1.7} />}
      disabled={disabled}
      onClick={onClick}
    >
      {m.attachment_add()}
    </Button>
  )

interface ListProps {
  readonly chosen: readonly Attachment[]
  readonly files: Files
  readonly disabled?: boolean
}

export function FileList({ chosen, files, disabled = false }: ListProps) {
  const { uploading, problems, remove } = files
  const list = useId()
  return (
    <>
      {chosen.length + uploading.length > 0 && (
        <Group component="ul" gap="xs" aria-label={m.attachments_label()} id={list}>
          {chosen.map(({ id, name, bytes, contentType }) => (
            <li key={id} className={c.chosen}>
              <FileLabel contentType={contentType} name={name} bytes={bytes} />
              <ActionIcon
                size={36}
                aria-label={m.attachment_remove({ name })}
                disabled={disabled}
                onClick={() => remove(id)}
              >
                <IconX size={17} stroke={1.7} />
              </ActionIcon>
            </li>
          ))}
          {uploading.map(({ key, name, share }) => (
            <li key={key} className={c.chosen} style={{ paddingRight: 12 }}>
              <Text span inherit truncate fw={540}>
                {name}
              </Text>
              <Progress
                className={c.share ?? ''}
                size={3}
                radius={0}
                value={share * 100}
                aria-label={m.attachment_sending({ name })}
              />
            </li>
          ))}
        </Group>
      )}
      {problems.map((problem, at) => (
        // Two files may have one name.
        <Text key={`${at} ${problem}`} size="sm" role="alert" c="var(--mantine-color-error)">
          {problem}
        </Text>
      ))}
    </>
  )
}
