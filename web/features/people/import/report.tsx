import { Button, Checkbox, Group, Modal, Paper, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { imports } from '#contract/people/imports.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { paths } from '#web/paths.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { IconArrowBackUp, IconMail } from '#web/ui/icons/index.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { StepProps } from './step.tsx'
import c from './import.module.css'
import { householdsQuery, importRowsQuery, invitePreviewQuery, isWorking, useImportChanges } from './queries.ts'
import { keptWords, rowWords, stateWords } from './words.ts'

/** The figures of an import, and everything after it: taking it back, families, invitations. */
export function Report(props: StepProps) {
  const { club, one, mayWrite } = props
  const { counts, state, undoUntil } = one
  const figures: [string, number][] = [
    [m.import_report_added(), counts.added],
    [m.import_report_changed(), counts.changed],
    [m.import_report_same(), counts.done - counts.added - counts.changed],
    [m.import_report_memberships(), counts.memberships],
    [m.import_report_left(), counts.left],
    ...(counts.undone > 0 ? [[m.history_field_undone(), counts.undone] as [string, number]] : []),
    ...(counts.kept > 0 ? [[m.import_report_kept(), counts.kept] as [string, number]] : []),
    ...(counts.invited > 0 ? [[m.import_report_invited(), counts.invited] as [string, number]] : []),
  ]
  return (
    <Stack gap="lg">
      <Panel
        title={m.import_report_title()}
        subtitle={[
          stateWords[state].label(),
          state === 'done' && undoUntil && m.import_undo_until({ day: formatDate(undoUntil) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <ButtonLink variant="default" to={paths.office(club.key, 'members')}>
            {m.import_to_members()}
          </ButtonLink>
        }
      >
        <Table maw={640} aria-label={m.import_report_title()}>
          <Table.Tbody>
            {figures.map(([name, count]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                <Table.Td ta="right" fw={620}>
                  {formatNumber(count)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {mayWrite && !isWorking(one) && (
          <Group gap="sm" mt="lg">
            {one.can.invite && <Invite {...props} />}
            {one.can.undo && <UndoAll {...props} />}
          </Group>
        )}
      </Panel>
      {state === 'done' && <Families {...props} />}
      {counts.kept > 0 && <Kept {...props} />}
      {!isWorking(one) && <Done {...props} />}
    </Stack>
  )
}

function UndoAll({ club, one }: StepProps) {
  const [asking, setAsking] = useState(false)
  const { undo } = useImportChanges(club.id, one)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} stroke={1.7} />}
        onClick={() => setAsking(true)}
      >
        {m.import_undo()}
      </Button>
      <QuestionDialog
        opened={asking}
        title={m.import_undo_title({ count: one.counts.done - one.counts.undone })}
        confirm={m.import_undo()}
        busy={undo.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => whenDone(undo.mutateAsync(null), { onError: showFailure, onSettled: () => setAsking(false) })}
      >
        {m.import_undo_text()}
      </QuestionDialog>
    </>
  )
}

/** Shows whom an invitation reaches and how it reads, before it goes out after a minute. */
function Invite({ club, one }: StepProps) {
  const [opened, setOpened] = useState(false)
  const { data, error } = useQuery({ ...invitePreviewQuery(club.id, one.id), enabled: opened })
  const { invite } = useImportChanges(club.id, one)
  const people = data?.people ?? one.counts.invitable
  const count = formatNumber(people)
  return (
    <>
      <Button leftSection={<IconMail size={18} stroke={1.7} />} onClick={() => setOpened(true)}>
        {m.import_invite({ count })}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.import_invite_title({ count: people })}>
        <Stack gap="md">
          <Text>{m.import_invite_text()}</Text>
          {data && (
            <Paper withBorder p="md">
              <Text fw={680}>{data.subject}</Text>
              <Text mt="sm" style={{ whiteSpace: 'pre-line' }}>
                {data.text}
              </Text>
            </Paper>
          )}
          {error && <Text c="var(--mantine-color-error)">{m.import_invite_failed()}</Text>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus onClick={() => setOpened(false)}>
              {m.action_cancel()}
            </Button>
            <Button
              disabled={!data || data.people === 0}
              loading={invite.isPending}
              onClick={() =>
                whenDone(invite.mutateAsync(undefined), {
                  onSuccess: () => showToast({ message: m.import_invite_toast() }),
                  onError: showFailure,
                  onSettled: () => setOpened(false),
                })
              }
            >
              {m.import_invite({ count })}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

function Families(props: StepProps) {
  const { club, one } = props
  const query = useQuery(householdsQuery(club.id, one.id))
  const { data = [] } = query
  if (query.error && !query.data) return <QueryError query={query} />
  if (data.length === 0) return null
  return (
    <Panel title={m.import_families_title()} subtitle={m.import_families_text()}>
      <ul className={c.list} aria-label={m.import_families_title()}>
        {data.map((household) => (
          <li key={household.guardian.memberId} className={c.row}>
            <Family {...props} household={household} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface FamilyProps extends StepProps {
  readonly household: Output<typeof imports.households>[number]
}

function Family({ club, one, mayWrite, household: { guardian, children } }: FamilyProps) {
  const [chosen, setChosen] = useState(() => children.map(({ memberId }) => memberId))
  const { link } = useImportChanges(club.id, one)
  const left = chosen.filter((id) => children.some(({ memberId }) => memberId === id))
  return (
    <>
      <Checkbox.Group
        className={c.what ?? ''}
        label={m.import_family({ name: guardian.name })}
        value={chosen}
        onChange={setChosen}
      >
        <Group gap="8px 20px" mt="xs">
          {children.map(({ memberId, name }) => (
            <Checkbox key={memberId} value={memberId} label={name} disabled={!mayWrite} />
          ))}
        </Group>
      </Checkbox.Group>
      <Button
        variant="default"
        aria-label={m.import_family_link_named({ name: guardian.name })}
        disabled={!mayWrite || left.length === 0}
        loading={link.isPending}
        onClick={() =>
          whenDone(link.mutateAsync({ guardianId: guardian.memberId, childIds: left }), {
            onSuccess: () => showToast({ message: m.import_family_linked({ name: guardian.name }) }),
            onError: showFailure,
          })
        }
      >
        {m.import_family_link()}
      </Button>
    </>
  )
}

/** Rows that could not be taken back, with the reason. */
function Kept({ club, one }: StepProps) {
  const pages = useInfiniteQuery(importRowsQuery(club.id, one.id, 'kept'))
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Panel title={m.import_kept_title()} subtitle={m.import_kept_text()}>
      {pages.error && !pages.data && <QueryError query={pages} />}
      <ul className={c.list} aria-label={m.import_kept_title()}>
        {rows.map(({ row, guardianOf, name, kept, memberId }) => (
          <li key={row} className={c.row} tabIndex={-1} data-list-row>
            <div className={c.what}>
              <TextLink to={paths.office(club.key, `members/${memberId ?? ''}`)}>{name}</TextLink>
              <Text size="sm" c="dimmed">
                {rowWords({ row, guardianOf })}
              </Text>
            </div>
            <Text>{kept && keptWords[kept]()}</Text>
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} rowsOf={(page) => page.rows} />
    </Panel>
  )
}

const undoableRows = ({ rows }: Output<typeof imports.rows>) =>
  rows.filter(({ memberId, undone }) => memberId !== null && !undone)

/** Every row that ran, to take single ones back. */
function Done({ club, one, mayWrite }: StepProps) {
  const pages = useInfiniteQuery(importRowsQuery(club.id, one.id, null))
  const [chosen, setChosen] = useState<number[]>([])
  const { undo } = useImportChanges(club.id, one)
  const rows = pages.data?.pages.flatMap(undoableRows) ?? []
  const mayUndo = mayWrite && one.can.undo
  const some = chosen.filter((row) => rows.some((each) => each.row === row))
  return (
    <Panel
      title={m.import_done_title()}
      subtitle={mayUndo ? m.import_done_text() : undefined}
      actions={
        mayUndo && (
          <Button
            variant="default"
            disabled={some.length === 0}
            loading={undo.isPending}
            onClick={() => whenDone(undo.mutateAsync(some), { onSuccess: () => setChosen([]), onError: showFailure })}
          >
            {m.import_undo_some({ count: some.length })}
          </Button>
        )
      }
    >
      {pages.error && !pages.data && <QueryError query={pages} />}
      <ul className={c.list} aria-label={m.import_done_title()}>
        {rows.map(({ row, guardianOf, name, memberId }) => (
          <li key={row} className={c.row} tabIndex={-1} data-list-row>
            {mayUndo && (
              <Checkbox
                aria-label={m.import_undo_row({ name })}
                checked={chosen.includes(row)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, row] : chosen.filter((each) => each !== row))
                }
              />
            )}
            <div className={c.what}>
              <TextLink to={paths.office(club.key, `members/${memberId ?? ''}`)}>{name}</TextLink>
            </div>
            <Text size="sm" c="dimmed">
              {rowWords({ row, guardianOf })}
            </Text>
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} rowsOf={undoableRows} />
    </Panel>
  )
}
