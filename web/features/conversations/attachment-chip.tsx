import { Group, Loader, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconDownload, IconFileText, IconFileTypePdf, IconPhoto } from '#web/ui/icons/index.ts'
import type { Attachment } from '#contract/conversations/parts.ts'
import { objectUrlOf, saveFile } from '#web/api/files.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { formatSize } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import c from './attachments.module.css'
import { showFailure } from '#web/api/toasts.ts'

interface Props {
  readonly attachment: Attachment
  readonly read: (attachmentId: string) => Promise<Blob>
}

/** A message's attachment. Images show a preview; clicking downloads the file. */
export function AttachmentChip({ attachment, read }: Props) {
  const { id, name, contentType, bytes } = attachment
  const isPicture = contentType.startsWith('image/')
  const picture = useQuery({
    queryKey: [...queryKeys.images, 'attachment', id],
    queryFn: () => read(id),
    enabled: isPicture,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const download = useMutation({
    mutationFn: async () => saveFile({ blob: picture.data ?? (await read(id)), fileName: name }),
    onError: showFailure,
  })
  return (
    <button type="button" className={c.chip} data-picture={isPicture || undefined} onClick={() => download.mutate()}>
      {isPicture && (
        <span className={c.frame}>
          {picture.data && <img src={objectUrlOf(picture.data)} alt="" className={c.picture} decoding="async" />}
        </span>
      )}
      <Group component="span" gap="xs" wrap="nowrap">
        <FileLabel contentType={contentType} name={name} bytes={bytes} />
        <VisuallyHidden>{m.attachment_download()}</VisuallyHidden>
        {download.isPending ? <Loader size={16} /> : <IconDownload size={16} stroke={1.7} aria-hidden />}
      </Group>
    </button>
  )
}

interface FileLabelProps {
  readonly contentType: string
  readonly name: string
  readonly bytes: number
}

export const FileLabel = ({ contentType, name, bytes }: FileLabelProps) => (
  <>
    <FileIcon contentType={contentType} />
    <Text span inherit truncate fw={540}>
      {name}
    </Text>
    <Text span fz={13} c="dimmed" flex="none">
      {formatSize(bytes)}
    </Text>
  </>
)

function FileIcon({ contentType }: { contentType: string }) {
  const Icon = contentType.startsWith('image/')
    ? IconPhoto
    : contentType === 'application/pdf'
      ? IconFileTypePdf
      : IconFileText
  return <Icon size={18} stroke={1.7} aria-hidden className={c.icon} />
}
