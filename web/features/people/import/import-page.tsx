import '@mantine/core/styles/Stepper.layer.css'
import { Alert, Button, Progress, Stack, Stepper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SpokenProgress } from '#web/ui/spoken-progress.tsx'
import { formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { CheckStep } from './check-step.tsx'
import { ChoicesStep } from './choices-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import type { ImportClub, StepProps } from './step.tsx'
import { importQuery, isWorking, useImportChanges } from './queries.ts'
import { Report } from './report.tsx'

const steps = [
  m.import_step_file,
  m.import_step_columns,
  m.import_step_choices,
  m.import_step_check,
  m.import_step_report,
]
const FILE = 0
const COLUMNS = 1
const CHOICES = 2
const CHECK = 3
const REPORT = 4

/** An import from its columns to its report. How far it is stands on the server, so that another day or device continues it. */
export function ImportPage({ club, importId, mayWrite }: { club: ImportClub; importId: string; mayWrite: boolean }) {
  const query = useQuery(importQuery(club.id, importId))
  if (query.error instanceof ApiProblem && query.error.code === 'import_not_found')
    return (
      <ErrorPanel
        order={1}
        title={m.import_gone()}
        message={m.import_gone_text()}
        actions={<ButtonLink to={paths.memberImports(club.key)}>{m.import_all()}</ButtonLink>}
      />
    )
  if (!query.data) return <NotLoaded order={1} query={query} rows={3} height={140} />
  return <Steps club={club} one={query.data} mayWrite={mayWrite} />
}

function Steps(props: StepProps) {
  const { club, one } = props
  const { state } = one
  usePageTitle(one.fileName)
  const [chosen, setChosen] = useState<number | null>(null)
  const part = useRef<HTMLDivElement>(null)
  const isOpen = state === 'draft' || state === 'checked'
  const own = state === 'draft' ? COLUMNS : state === 'checking' || state === 'checked' ? CHECK : REPORT
  const step = isOpen && chosen !== null ? Math.min(chosen, state === 'draft' ? CHOICES : CHECK) : own
  const go = (to: number | null) => {
    setChosen(to)
    requestAnimationFrame(() => part.current?.focus())
  }
  return (
    <Stack gap="lg">
      <PageHeader
        title={one.fileName}
        subtitle={[
          m.import_rows({ count: one.rows }),
          one.encoding?.toUpperCase(),
          one.separator && m.import_separator({ sign: one.separator === '\t' ? 'Tab' : one.separator }),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            {one.can.discard && <Discard {...props} />}
            <ButtonLink variant="default" to={paths.memberImports(club.key)}>
              {m.import_all()}
            </ButtonLink>
          </>
        }
      />
      <Stepper
        active={step}
        onStepClick={(to) => isOpen && to !== FILE && go(to)}
        allowNextStepsSelect={false}
        size="sm"
        role="group"
        aria-label={m.import_steps()}
      >
        {steps.map((label, at) => (
          <Stepper.Step
            key={at}
            label={label()}
            aria-current={at === step ? 'step' : undefined}
            disabled={at > step || at === FILE || !isOpen}
          />
        ))}
      </Stepper>
      {one.cutNumbers > 0 && (
        <Alert color="fjord" role="note">
          {m.import_cut_notice({ count: one.cutNumbers })}
        </Alert>
      )}
      <div ref={part} role="group" tabIndex={-1} aria-label={steps[step]!()}>
        {step === COLUMNS && <ColumnsStep key={one.version} {...props} onNext={() => go(CHOICES)} />}
        {step === CHOICES && (
          <ChoicesStep key={one.version} {...props} onBack={() => go(COLUMNS)} onNext={() => go(null)} />
        )}
        {step === CHECK &&
          (isWorking(one) ? <Working {...props} /> : <CheckStep {...props} onBack={() => go(CHOICES)} />)}
        {step === REPORT && (
          <Stack gap="lg">
            {isWorking(one) && <Working {...props} />}
            <Report {...props} />
          </Stack>
        )}
      </div>
    </Stack>
  )
}

/** How far a job is. The page may be left: the job goes on. */
function Working({ one: { state, rows, counts } }: StepProps) {
  const total = state === 'running' ? rows - counts.left : state === 'undoing' ? counts.done : 0
  const done = state === 'running' ? counts.done : counts.undone + counts.kept
  const words =
    state === 'checking'
      ? m.import_checking()
      : (state === 'running' ? m.import_running : m.import_undoing)({
          done: formatNumber(done),
          total: formatNumber(total),
        })
  return (
    <Panel>
      <Stack gap="sm">
        <SpokenProgress key={state} {...{ words, done, total }} />
        <Text fw={620}>{words}</Text>
        <Progress
          size="lg"
          animated={total === 0}
          value={total === 0 ? 100 : (100 * done) / total}
          aria-label={words}
        />
        <Text size="sm" c="dimmed">
          {m.import_leave_page()}
        </Text>
      </Stack>
    </Panel>
  )
}

function Discard({ club, one }: StepProps) {
  const [asking, setAsking] = useState(false)
  const { discard } = useImportChanges(club.id, one)
  const go = useNavigateTo()
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {m.import_discard()}
      </Button>
      <QuestionDialog
        opened={asking}
        title={m.import_discard_title({ file: one.fileName })}
        confirm={m.import_discard()}
        busy={discard.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          whenDone(discard.mutateAsync(undefined), {
            onSuccessHere: () => void go(paths.memberImports(club.key)),
            onError: showFailure,
            onSettled: () => setAsking(false),
          })
        }
      >
        {m.import_discard_text()}
      </QuestionDialog>
    </>
  )
}
