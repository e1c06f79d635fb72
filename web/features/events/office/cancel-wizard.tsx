import '@mantine/core/styles/Stepper.layer.css'
import { Alert, Button, Group, Stack, Stepper, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import { useRef, useState } from 'react'
import type { CancelNumbers, CancelPreview } from '#contract/events/cancel.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import { isNameOf } from '#contract/local-text.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { cancelPreviewQuery, useCancelChanges } from './cancel-queries.ts'
import { moneySentences } from './cancel-banner.tsx'
import { type CancelDraft, NumbersStep, ScopeChoice, TextStep, textErrors, useCancelDraft } from './cancel-steps.tsx'
import type { EventClub } from './event-form.ts'
import { titleOf } from './listed-words.ts'

const steps = [m.event_cancel_step_numbers, m.event_cancel_step_text, m.event_cancel_step_name]

/** Cancels an event in three steps: what happens, what the guests read and get back, and the event's name. */
export function CancelWizard({ club, event }: { club: EventClub; event: EditedEvent }) {
  const { draft, change, clear } = useCancelDraft(event.id)
  const preview = useQuery({
    ...cancelPreviewQuery(club.id, event.id, draft.scope),
    placeholderData: keepPreviousData,
  })
  const { start } = useCancelChanges(club.id, event.id)
  const [name, setName] = useState('')
  const [shows, setShows] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const part = useRef<HTMLDivElement>(null)
  const { step } = draft
  const title = titleOf(event.fields)
  const go = (to: number) => {
    change({ step: to })
    setShows(false)
    requestAnimationFrame(() => part.current?.focus())
  }
  const refuse = () => {
    setShows(true)
    focusFirstError(form.current)
  }
  // Of a draft from before the later dates were over.
  const later = (draft.scope === 'later' && preview.data?.later) || null
  const isName = isNameOf(event.fields.title, name)
  const next = () => {
    if (step === 1 && Object.keys(textErrors(draft)).length > 0) return refuse()
    if (step < 2) return go(step + 1)
    if (!isName) return refuse()
    whenDone(start.mutateAsync(wishOf(draft, name, later)), {
      onSuccess: clear,
      onSuccessHere: () => requestAnimationFrame(() => document.querySelector('h1')?.focus()),
    })
  }
  const { data } = preview
  return (
    <Stack gap="lg">
      <PageHeader title={m.event_cancel_title({ event: title })} subtitle={m.event_cancel_intro()} />
      {data ? (
        <form
          ref={form}
          noValidate
          aria-label={m.event_cancel_page()}
          onSubmit={(submit) => (submit.preventDefault(), next())}
        >
          <Stack gap="lg">
            <Stepper
              active={step}
              onStepClick={go}
              allowNextStepsSelect={false}
              size="sm"
              role="group"
              aria-label={m.event_cancel_steps()}
            >
              {steps.map((label, at) => (
                <Stepper.Step
                  key={at}
                  label={label()}
                  aria-current={at === step ? 'step' : undefined}
                  disabled={at > step}
                />
              ))}
            </Stepper>
            <div ref={part} role="group" tabIndex={-1} aria-label={steps[step]!()}>
              {step === 0 && (
                <Stack gap="lg">
                  {data.later && (
                    <ScopeChoice later={data.later} scope={draft.scope} onChange={(scope) => change({ scope })} />
                  )}
                  <NumbersStep {...data} />
                </Stack>
              )}
              {step === 1 && (
                <TextStep event={event} numbers={data.numbers} draft={draft} shows={shows} onChange={change} />
              )}
              {step === 2 && (
                <Panel title={m.event_cancel_name_title({ event: title })}>
                  <Stack gap="md">
                    <Text>
                      {later && `${m.event_cancel_name_dates({ count: 1 + later.dates })} `}
                      {sumWords(draft, data)}
                    </Text>
                    <Text>{m.event_cancel_name_text()}</Text>
                    <TextInput
                      maw={480}
                      autoComplete="off"
                      spellCheck={false}
                      limit={200}
                      label={m.event_cancel_name({ event: title })}
                      value={name}
                      error={shows && !isName && m.event_cancel_name_differs()}
                      onChange={({ currentTarget: { value } }) => setName(value)}
                    />
                  </Stack>
                </Panel>
              )}
            </div>
            {start.error && (
              <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
                {problemText(start.error)}
              </Alert>
            )}
            <Group justify="space-between">
              {step === 0 ? (
                <ButtonLink variant="default" to={paths.officeEvent(club.key, event.id)}>
                  {m.event_cancel_to_event()}
                </ButtonLink>
              ) : (
                <Button variant="default" disabled={start.isPending} onClick={() => go(step - 1)}>
                  {m.event_cancel_back()}
                </Button>
              )}
              {step < 2 ? (
                <Button type="submit" disabled={preview.isPlaceholderData}>
                  {m.event_cancel_next()}
                </Button>
              ) : (
                <Button type="submit" color="red" loading={start.isPending}>
                  {later && later.dates > 0 ? m.event_cancel_confirm_dates() : m.event_cancel_confirm()}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      ) : (
        <NotLoaded query={preview} rows={3} height={120} />
      )}
    </Stack>
  )
}

const wishOf = ({ da, en, refunds, reason }: CancelDraft, name: string, later: CancelPreview['later']) => ({
  ...(later && { later: { dates: later.dates, drafts: later.drafts } }),
  texts: { da: da.trim(), ...(en.trim() && { en: en.trim() }) },
  refunds,
  ...(refunds === 'none' && { reason: reason.trim() }),
  name: name.trim(),
})

/** The effect on the money once it is confirmed. */
function sumWords({ refunds }: CancelDraft, { numbers, mayRefund }: { numbers: CancelNumbers; mayRefund: boolean }) {
  if (refunds === 'none' || numbers.tickets === numbers.freeTickets) return m.event_cancel_name_sum_none()
  const words = mayRefund ? m.event_cancel_name_sum_refund : m.event_cancel_name_sum_wait
  return moneySentences(numbers, words) ?? m.event_cancel_name_sum_unseen()
}
