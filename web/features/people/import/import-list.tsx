import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MOST_FILE } from '#contract/people/imports.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { IconCloudUp } from '#web/ui/icons/index.ts'
import { TextLink, useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import c from './import.module.css'
import type { ImportClub } from './step.tsx'
import { importsQuery, useUpload } from './queries.ts'
import { stateWords } from './words.ts'

interface Props {
  readonly club: ImportClub
  readonly mayWrite: boolean
}

/** A new import by its file, and those before. */
export function ImportList({ club, mayWrite }: Props) {
  const list = useQuery(importsQuery(club.id))
  return (
    <Stack gap="lg">
      <PageHeader title={m.import_title()} subtitle={m.import_intro()} />
      {mayWrite && <FileStep club={club} />}
      {list.data ? (
        list.data.length > 0 && (
          <Panel title={m.import_earlier()}>
            <ul className={c.list} aria-label={m.import_earlier()}>
              {list.data.map(({ id, state, fileName, rows, by, createdAt }) => (
                <li key={id} className={c.row}>
                  <div className={c.what}>
                    <TextLink to={paths.memberImport(club.key, id)}>{fileName}</TextLink>
                    <Text size="sm" c="dimmed">
                      {[m.import_rows({ count: rows }), by, formatDateTime(createdAt)].join(' · ')}
                    </Text>
                  </div>
                  <Badge color={stateWords[state].color}>{stateWords[state].label()}</Badge>
                </li>
              ))}
            </ul>
          </Panel>
        )
      ) : (
        <NotLoaded query={list} rows={2} height={80} />
      )}
    </Stack>
  )
}

function FileStep({ club }: Pick<Props, 'club'>) {
  const open = useRef<() => void>(null)
  const [share, setShare] = useState(0)
  const [isTooLarge, setTooLarge] = useState(false)
  const send = useUpload(club.id)
  const go = useNavigateTo()
  const take = (file: File | undefined) => {
    if (!file || send.isPending) return
    send.reset()
    setTooLarge(file.size > MOST_FILE)
    if (file.size > MOST_FILE) return
    whenDone(send.mutateAsync({ file, onProgress: setShare }), {
      onSuccessHere: ({ id }) => void go(paths.memberImport(club.key, id)),
    })
  }
  const problem = isTooLarge ? m.import_too_large() : send.error && problemText(send.error)
  return (
    <Panel title={m.import_file_title()} subtitle={m.import_file_text()}>
      <Dropzone
        openRef={open}
        onDrop={([file]) => take(file)}
        multiple={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        className={c.drop ?? ''}
        inputProps={{ hidden: true }}
      >
        <Stack align="center" gap="sm" py="md">
          <IconCloudUp size={40} stroke={1.5} aria-hidden />
          <Text ta="center">{m.import_file_drop()}</Text>
          <Button loading={send.isPending} onClick={() => open.current?.()}>
            {m.import_file_choose()}
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            {m.import_file_limits()}
          </Text>
        </Stack>
      </Dropzone>
      {send.isPending && <Progress value={share * 100} mt="sm" aria-label={m.import_file_sending()} />}
      <Text size="sm" role="status">
        {send.isPending && (share < 1 ? m.import_file_sending() : m.import_file_reading())}
      </Text>
      {problem && (
        <Text role="alert" mt="sm" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
      <Group mt="md">
        <Text size="sm" c="dimmed">
          {m.import_cpr_notice()}
        </Text>
      </Group>
    </Panel>
  )
}
