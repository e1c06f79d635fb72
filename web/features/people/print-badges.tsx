import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FileDownload } from '#web/api/http-client.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { saveFile } from '#web/api/save-file.ts'
import { showFailure } from '#web/api/toasts.ts'
import { IconPrinter } from '#web/ui/icons/index.ts'
import { m } from '#words/messages.js'

/** Downloads name badges. Nothing for somebody who only looks: a print is recorded. */
export function PrintBadges({ print }: { readonly print: () => Promise<FileDownload> }) {
  const work = useMutation({ mutationFn: print, onSuccess: saveFile, onError: showFailure })
  if (useIsReadOnly()) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden />}
      loading={work.isPending}
      onClick={() => work.mutate()}
    >
      {m.register_badges_title()}
    </Button>
  )
}
