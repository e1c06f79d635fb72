import { Stack, Alert, Badge, Button, Code, Group, Table, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleX, IconRefresh } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { operator, type FailedJob, type PortalHealth } from '#contract/operator.ts'
import { call } from '#web/api/client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { Row, RowList, Rows } from '#web/ui/cards/row-list.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDateTime, formatNumber, formatSize, sinceWords } from '#web/ui/words/format.ts'
import { healthQuery, operatorKeys } from '#web/features/operator/queries.ts'
import { ReasonDialog } from '#web/features/operator/reason-dialog.tsx'
import { partName } from '#web/features/operator/words.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'

export const Route = createFileRoute('/_member/_operator/operator/health')({
  component: OperatorHealthPage,
  staticData: { name: 'operatorHealth', title: m.title_operator_health },
})

function OperatorHealthPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_operator_health()} subtitle={m.operator_health_subtitle()} />
      <Health />
    </Stack>
  )
}

/** Hours after which the newest backup is too old. */
const BACKUP_HOURS = 26

/** Whether everything works that the portal needs, and what waits for a person. */
function Health() {
  const query = useQuery(healthQuery)
  const health = query.data
  if (!health) return <NotLoaded query={query} rows={4} height={140} />
  return (
    <Stack gap="lg">
      <Parts health={health} />
      <Updates updates={health.updates} />
      <FailedJobs jobs={health.failedJobs} />
      <Mails mails={health.mails} />
      <Unresolved clubs={health.unresolved} />
      <Asking clubs={health.asking} />
      <Backup backup={health.backup} now={query.dataUpdatedAt} />
      <Queues queues={health.queues} />
    </Stack>
  )
}

const faultsFirst = (parts: PortalHealth['parts']) =>
  parts.toSorted((one, other) => Number(one.fault === null) - Number(other.fault === null))

const Parts = ({ health: { parts, version, commit } }: { readonly health: PortalHealth }) => (
  <Panel
    title={m.operator_parts()}
    subtitle={m.operator_version({ version: commit ? `${version} (${commit})` : version })}
  >
    <Rows>
      {faultsFirst(parts).map(({ name, fault }) => (
        <Row
          key={name}
          picture={
            fault === null ? (
              <IconCircleCheck size={20} stroke={1.7} color="var(--mantine-color-teal-light-color)" aria-hidden />
            ) : (
              <IconCircleX size={20} stroke={1.7} color="var(--mantine-color-red-light-color)" aria-hidden />
            )
          }
          title={partName(name)}
          aside={
            <Badge color={fault === null ? 'teal' : 'red'}>
              {fault === null ? m.operator_part_works() : m.operator_part_fails()}
            </Badge>
          }
        >
          {fault !== null && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {fault}
            </Text>
          )}
        </Row>
      ))}
    </Rows>
  </Panel>
)

/** An update changes tables in the background; nothing waits for it. */
const Updates = ({ updates }: { readonly updates: PortalHealth['updates'] }) =>
  updates.length > 0 && (
    <Panel title={m.operator_updates()} subtitle={m.operator_updates_subtitle()}>
      <Rows>
        {updates.map(({ migration, table, done, total }, index) => (
          <Row key={`${migration} ${index}`} title={<Code>{table}</Code>}>
            <Text size="sm" c="dimmed">
              {m.operator_update_rows({ migration, done: formatNumber(done), total: formatNumber(total) })}
            </Text>
          </Row>
        ))}
      </Rows>
    </Panel>
  )

function FailedJobs({ jobs }: { readonly jobs: readonly FailedJob[] }) {
  const [dropping, setDropping] = useState<FailedJob | null>(null)
  return (
    <Panel title={m.operator_failed_jobs()} subtitle={m.operator_failed_jobs_subtitle()}>
      {jobs.length === 0 ? (
        <Text c="dimmed">{m.operator_failed_jobs_none()}</Text>
      ) : (
        <Rows>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} onDrop={() => setDropping(job)} />
          ))}
        </Rows>
      )}
      {dropping && (
        <ReasonDialog
          draft={`job ${dropping.id}`}
          title={m.operator_job_drop_title({ job: dropping.job })}
          confirm={m.operator_job_drop()}
          danger
          done={m.operator_job_dropped({ job: dropping.job })}
          onConfirm={({ reason }) => call(operator.dropJob, { jobId: dropping.id, reason })}
          onClose={() => setDropping(null)}
        >
          <Text>{m.operator_job_drop_text()}</Text>
        </ReasonDialog>
      )}
    </Panel>
  )
}

function JobRow({ job, onDrop }: { readonly job: FailedJob; readonly onDrop: () => void }) {
  const cache = useQueryClient()
  const retry = useCall(
    operator.retryJob,
    { jobId: job.id },
    {
      onSuccess: async () => {
        showToast({ message: m.operator_job_retried({ job: job.job }) })
        await cache.invalidateQueries({ queryKey: operatorKeys.all })
      },
      onError: showFailure,
    },
  )
  return (
    <Row
      title={<Code>{job.job}</Code>}
      aside={
        <Group gap="xs">
          <Button
            variant="light"
            loading={retry.isPending}
            leftSection={<IconRefresh size={18} stroke={1.7} />}
            aria-label={m.operator_job_retry_named({ job: job.job })}
            onClick={() => retry.mutate()}
          >
            {m.operator_job_retry()}
          </Button>
          <Button
            variant="outline"
            color="red"
            aria-label={m.operator_job_drop_named({ job: job.job })}
            onClick={onDrop}
          >
            {m.operator_job_drop()}
          </Button>
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {m.operator_job_tried({ count: job.attempts, at: formatDateTime(job.lastTriedAt) })}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
        {job.error}
      </Text>
    </Row>
  )
}

const Mails = ({ mails: { waiting, failed } }: { readonly mails: PortalHealth['mails'] }) => (
  <Panel
    title={m.operator_mails()}
    actions={
      <ButtonLink to={paths.failedMessages()} variant="light">
        {m.title_failed_messages()}
      </ButtonLink>
    }
  >
    <Group gap="xs">
      <Badge color={failed > 0 ? 'red' : 'teal'}>{m.operator_failed_mails({ count: failed })}</Badge>
      <Badge color="gray">{m.operator_waiting_mails({ count: waiting })}</Badge>
    </Group>
  </Panel>
)

const Unresolved = ({ clubs }: { readonly clubs: PortalHealth['unresolved'] }) => (
  <Panel title={m.operator_unresolved_title()}>
    {clubs.length === 0 ? (
      <Text c="dimmed">{m.operator_unresolved_none()}</Text>
    ) : (
      <RowList
        rows={clubs.map(({ key, name, count, since }) => ({
          key,
          title: name,
          to: paths.operatorClub(key),
          note: m.operator_unresolved_since({ since: sinceWords(since, { now: new Date() }) }),
          badge: <Badge color="red">{m.operator_unresolved({ count })}</Badge>,
        }))}
      />
    )}
  </Panel>
)

const Asking = ({ clubs }: { readonly clubs: PortalHealth['asking'] }) => (
  <Panel title={m.operator_asks_title()}>
    {clubs.length === 0 ? (
      <Text c="dimmed">{m.operator_asks_none()}</Text>
    ) : (
      <RowList
        rows={clubs.map(({ key, name, since }) => ({
          key,
          title: name,
          to: paths.operatorClub(key),
          note: m.operator_asks_since({ since: sinceWords(since, { now: new Date() }) }),
        }))}
      />
    )}
  </Panel>
)

function Backup({ backup, now }: { readonly backup: PortalHealth['backup']; readonly now: number }) {
  const hours = backup ? (now - Date.parse(backup.at)) / 3_600_000 : Infinity
  return (
    <Panel title={m.operator_backup()}>
      {backup && (
        <Text>
          {m.operator_backup_at({
            at: formatDateTime(backup.at),
            since: sinceWords(backup.at, { now: new Date() }),
            size: formatSize(backup.megabytes * 1_000_000),
          })}
        </Text>
      )}
      {backup?.testedAt && <Text mt="xs">{m.operator_backup_tested({ at: formatDateTime(backup.testedAt) })}</Text>}
      {backup?.testFault && (
        <Alert color="coral" mt="sm" title={m.operator_backup_test_failed()}>
          {backup.testFault}
        </Alert>
      )}
      {hours > BACKUP_HOURS && (
        <Alert color="coral" mt={backup ? 'sm' : 0}>
          {backup ? m.operator_backup_old() : m.operator_backup_none()}
        </Alert>
      )}
    </Panel>
  )
}

function Queues({ queues }: { readonly queues: PortalHealth['queues'] }) {
  const filled = queues.filter(({ due, running, later, givenUp }) => due + running + later + givenUp > 0)
  return (
    <Panel title={m.operator_queues()}>
      {filled.length === 0 ? (
        <Text c="dimmed">{m.operator_queues_empty()}</Text>
      ) : (
        <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label={m.operator_queues()}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{m.operator_queue_job()}</Table.Th>
                <Table.Th ta="right">{m.operator_queue_due()}</Table.Th>
                <Table.Th ta="right">{m.operator_queue_running()}</Table.Th>
                <Table.Th ta="right">{m.operator_queue_later()}</Table.Th>
                <Table.Th ta="right">{m.operator_queue_given_up()}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {filled.map(({ job, due, running, later, givenUp }) => (
                <Table.Tr key={job}>
                  <Table.Td>
                    <Code>{job}</Code>
                  </Table.Td>
                  <Table.Td ta="right">{formatNumber(due)}</Table.Td>
                  <Table.Td ta="right">{formatNumber(running)}</Table.Td>
                  <Table.Td ta="right">{formatNumber(later)}</Table.Td>
                  <Table.Td ta="right">
                    {givenUp > 0 ? <Badge color="red">{formatNumber(givenUp)}</Badge> : formatNumber(givenUp)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  )
}
