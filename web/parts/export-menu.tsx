import { Button, Group, Menu, Progress, Text } from '@mantine/core'
import { IconDownload, IconHistory } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { Export, ExportFormat } from '#contract/exports.ts'
import { SpokenProgress } from '#web/ui/spoken-progress.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import { EarlierExports, type EarlierExportsProps } from './earlier-exports.tsx'
import type { FileDownload } from '#web/api/http-client.ts'
import { saveFile } from '#web/api/files.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { showFailure } from '#web/api/toasts.ts'

/** The calls of one list's exports. */
export interface ExportCalls {
  readonly begin: (format: ExportFormat, everything: boolean) => Promise<Export>
  /** The file has the columns that are shown, or everything that is known. */
  readonly hasColumns?: boolean
  readonly show: (exportId: string) => Promise<Export>
  readonly fetch: (exportId: string) => Promise<FileDownload>
  readonly earlier: EarlierExportsProps['earlier']
}

interface Props extends ExportCalls {
  readonly label: string
  /** How the list words its earlier exports; without it they are not offered. */
  readonly words?: Pick<EarlierExportsProps, 'says' | 'countWords'>
}

const POLL_MS = 1000

/**
 * Exports a list as a file. A long one shows how far it is, and is downloaded when it is written. Nothing for somebody who only looks: an
 * export is kept and recorded.
 */
export const ExportMenu = (props: Props) => !useIsReadOnly() && <Exporting {...props} />

function Exporting({ label, words: listWords, begin, show, fetch, earlier, hasColumns }: Props) {
  const [looking, setLooking] = useState(false)
  const [running, setRunning] = useState<Pick<Export, 'done' | 'total'> | null>(null)
  const unmounted = useIsUnmounted()
  const start = async (format: ExportFormat, everything = false) => {
    setRunning({ done: 0, total: 0 })
    try {
      let made = await begin(format, everything)
      while (made.state === 'running' && !unmounted.current) {
        setRunning(made)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        made = await show(made.id)
      }
      if (unmounted.current) return
      if (made.state === 'failed') showToast({ type: 'error', message: m.export_failed() })
      else {
        saveFile(await fetch(made.id))
        showToast({ message: m.export_ready({ name: made.fileName }) })
      }
    } catch (error) {
      showFailure(error)
    }
    setRunning(null)
  }
  const words = running && running.total > 0 && m.export_running(running)
  return (
    <Group gap="xs">
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={18} stroke={1.7} />} loading={running !== null}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void start('xlsx')}>{m.export_xlsx()}</Menu.Item>
          <Menu.Item onClick={() => void start('csv')}>{m.export_csv()}</Menu.Item>
          {hasColumns && (
            <>
              <Menu.Item onClick={() => void start('xlsx', true)}>{m.export_xlsx_everything()}</Menu.Item>
              <Menu.Item onClick={() => void start('csv', true)}>{m.export_csv_everything()}</Menu.Item>
            </>
          )}
          {listWords && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconHistory size={18} stroke={1.7} aria-hidden />}
                onClick={() => setLooking(true)}
              >
                {m.export_earlier()}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {listWords && (
        <EarlierExports
          opened={looking}
          onClose={() => setLooking(false)}
          earlier={earlier}
          fetch={fetch}
          {...listWords}
        />
      )}
      <SpokenProgress words={words || ''} done={running?.done ?? 0} total={running?.total ?? 0} />
      {words && (
        <div>
          <Text size="sm">{words}</Text>
          <Progress value={(running.done / running.total) * 100} aria-label={words} />
        </div>
      )}
    </Group>
  )
}
