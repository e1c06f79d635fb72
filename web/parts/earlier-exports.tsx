import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EarlierExport } from '#contract/exports.ts'
import type { Filter } from '#contract/filters.ts'
import { fullName } from '#contract/members/full-name.ts'
import { type Fields, filterSentence } from '#web/ui/data-list/filter-sentence.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { formatDate, formatDateTime, formatSize } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { saveFile } from '#web/api/files.ts'
import type { FileDownload } from '#web/api/http-client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { showFailure } from '#web/api/toasts.ts'

const POLL_MS = 2000

/** The exports of one list in the last day. */
export const earlierExportsQuery = (orgId: string, list: string, queryFn: () => Promise<EarlierExport[]>) =>
  queryOptions({
    queryKey: [...queryKeys.office, 'exports', orgId, list],
    queryFn,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? POLL_MS : false),
  })

export interface EarlierExportsProps {
  readonly earlier: ReturnType<typeof earlierExportsQuery>
  readonly fetch: (exportId: string) => Promise<FileDownload>
  /** The contents of a file, in words. */
  readonly says: (which: EarlierExport['which']) => string
  /** `57 people`. */
  readonly countWords: (count: number) => string
}

/** Exports of an office in the last day, to download again. */
export function EarlierExports({
  opened,
  onClose,
  ...props
}: EarlierExportsProps & { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={m.export_earlier()}>
      <Text c="dimmed" mb="md">
        {m.export_earlier_text()}
      </Text>
      <List {...props} />
    </Modal>
  )
}

function List({ earlier, fetch, says, countWords }: EarlierExportsProps) {
  const { data, error } = useQuery(earlier)
  if (error) return <Text role="alert">{problemText(error)}</Text>
  if (!data) return <SkeletonList rows={3} height={64} />
  if (data.length === 0) return <Text>{m.export_earlier_none()}</Text>
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
      {data.map((one) => (
        <Group key={one.id} component="li" justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Text fw={620}>{says(one.which) || m.export_of_all()}</Text>
            <Text size="sm" c="dimmed">
              {m.export_earlier_by({
                name: fullName(one.by),
                at: formatDateTime(one.createdAt),
              })}
            </Text>
            <Text size="sm" c="dimmed">
              {stateWords(one, countWords)}
            </Text>
          </div>
          {one.state === 'ready' && <DownloadButton file={one} fetch={fetch} />}
        </Group>
      ))}
    </Stack>
  )
}

function stateWords({ state, done, total, format, bytes }: EarlierExport, countWords: (count: number) => string) {
  if (state === 'running') return m.export_running({ done, total })
  if (state === 'failed') return m.export_earlier_failed()
  return [countWords(total), format.toUpperCase(), ...(bytes === null ? [] : [formatSize(bytes)])].join(' · ')
}

function DownloadButton({
  file: { id, fileName, createdAt },
  fetch,
}: { file: EarlierExport } & Pick<EarlierExportsProps, 'fetch'>) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await fetch(id))
    } catch (error) {
      showFailure(error)
    }
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      loading={busy}
      aria-label={m.export_download_file({ name: fileName, at: formatDateTime(createdAt) })}
      onClick={() => void download()}
    >
      {m.export_download()}
    </Button>
  )
}

/** The search, filter and selection in words: `active, search: holm`. */
export function whichWords({ search, filter, day, chosen, from, until }: EarlierExport['which'], fields: Fields = {}) {
  return [
    ...(chosen ? [m.export_of_chosen({ count: chosen })] : []),
    ...(filter ? [filterSentence(JSON.parse(filter) as Filter, fields)] : []),
    ...(search ? [m.export_of_search({ search })] : []),
    ...(day ? [m.export_of_day({ date: formatDate(day) })] : []),
    ...(from ? [m.export_of_from({ date: formatDate(from) })] : []),
    ...(until ? [m.export_of_until({ date: formatDate(until) })] : []),
  ].join(', ')
}
