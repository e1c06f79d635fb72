import { Stack, Alert, Button, Group, Progress, Text, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import { useRef, useState } from 'react'
import { operator } from '#contract/operator.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { daysFault, priceOf, useNewClubDraft, type NewClubDraft } from '#web/features/operator/new-club-draft.ts'
import { MembershipsStep } from '#web/features/operator/new-club-memberships.tsx'
import {
  isEmailOrEmpty,
  isKeyOrEmpty,
  PaymentStep,
  PeopleStep,
  ReviewStep,
} from '#web/features/operator/new-club-rest.tsx'
import { digits, WhoStep, whoErrors } from '#web/features/operator/new-club-who.tsx'
import { newClubQuery, operatorKeys } from '#web/features/operator/queries.ts'

export const Route = createFileRoute('/_member/_operator/operator/new-club')({
  component: NewClubPage,
  staticData: { name: 'operatorNewClub', title: m.title_operator_new_club },
})

function NewClubPage() {
  const go = useNavigateTo()
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_operator_new_club()} subtitle={m.operator_new_subtitle()} />
      <NewClub onCreated={(key) => go(paths.operatorClub(key))} />
    </Stack>
  )
}

const steps = [
  m.operator_step_who,
  m.operator_step_memberships,
  m.operator_step_people,
  m.operator_payment,
  m.operator_step_review,
]

/** A new club in five steps. */
function NewClub({ onCreated }: { readonly onCreated: (key: string) => Promise<void> }) {
  const { draft, change, clear } = useNewClubDraft()
  const [gatewayKey, setGatewayKey] = useState('')
  const [showErrors, setShowErrors] = useState(false)
  const [refused, setRefused] = useState<{ key: string; text: string } | null>(null)
  const [refusedGatewayKey, setRefusedGatewayKey] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const cache = useQueryClient()
  // Not past the payment without the key that was typed there before a reload.
  const step = draft.hasKey && gatewayKey === '' ? Math.min(draft.step, 3) : draft.step
  const go = (to: number) => {
    change({ step: to, hasKey: gatewayKey.trim() !== '' })
    setShowErrors(false)
    create.reset()
    requestAnimationFrame(() => heading.current?.focus())
  }
  const changeKey = (key: string) => {
    setGatewayKey(key)
    change({ step, hasKey: key !== '' })
  }
  const showWrong = () => {
    setShowErrors(true)
    focusFirstError(form.current)
  }
  const next = useMutation({
    mutationFn: async () => {
      if (step === 3 && gatewayKey.trim() !== '' && gatewayKey.trim() === refusedGatewayKey) return { step }
      if (step !== 0) return laterErrors(step, draft, gatewayKey)
      const checked = await cache.fetchQuery(newClubQuery(draft.key.trim().toUpperCase(), ''))
      return whoErrors(draft, checked)
    },
    onSuccess: (errors) => {
      if (Object.keys(errors).length === 0) return go(step + 1)
      showWrong()
    },
  })
  const create = useMutation({
    mutationFn: () => call(operator.create, wishOf(draft, gatewayKey)),
    onSuccess: async ({ key }) => {
      showToast({ message: m.operator_created({ club: draft.name.trim() }) })
      await cache.invalidateQueries({ queryKey: operatorKeys.all })
      await onCreated(key)
      clear()
    },
    // Refused values are at a field of an earlier step.
    onError: (error) => {
      const at = stepOfProblem[codeOf(error)]
      if (at === undefined) return
      change({ step: at })
      if (at === 0) setRefused({ key: draft.key.trim(), text: problemText(error) })
      if (at === 3) setRefusedGatewayKey(gatewayKey.trim())
      showWrong()
    },
  })
  const isLast = step === steps.length - 1
  const problem = next.error ?? (isLast ? create.error : null)
  return (
    <Stack gap="lg">
      <Progress value={((step + 1) / steps.length) * 100} aria-hidden />
      <Panel>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isLast) create.mutate()
            else next.mutate()
          }}
        >
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed">
                {m.operator_step_of({ number: step + 1, total: steps.length })}
              </Text>
              <Title order={2} ref={heading} tabIndex={-1}>
                {steps[step]!()}
              </Title>
            </div>
            {step === 0 && <WhoStep draft={draft} onChange={change} showErrors={showErrors} refused={refused} />}
            {step === 1 && <MembershipsStep draft={draft} onChange={change} showErrors={showErrors} />}
            {step === 2 && <PeopleStep draft={draft} onChange={change} showErrors={showErrors} />}
            {step === 3 && <PaymentStep gatewayKey={gatewayKey} refused={refusedGatewayKey} onChange={changeKey} />}
            {step === 4 && <ReviewStep draft={draft} hasKey={gatewayKey.trim() !== ''} />}
            {problem && (
              <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
                {problemText(problem)}
              </Alert>
            )}
            <Group justify="space-between">
              {step > 0 ? (
                <Button variant="default" onClick={() => go(step - 1)}>
                  {m.operator_back()}
                </Button>
              ) : (
                <span />
              )}
              <Button type="submit" loading={next.isPending || create.isPending}>
                {isLast ? m.operator_create() : m.operator_next()}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Stack>
  )
}

/** The step with the field that a refusal is about. */
const stepOfProblem: Readonly<Record<string, number>> = {
  club_key_taken: 0,
  club_key_reserved: 0,
  gateway_key_refused: 3,
}

const codeOf = (error: unknown): string => (error instanceof ApiProblem ? error.code : '')

/** Errors of a later step; its fields say them themselves. */
function laterErrors(step: number, draft: NewClubDraft, gatewayKey: string): Record<string, unknown> {
  const isWrong =
    (step === 1 &&
      draft.memberships.some(
        (one) => one.name.trim() === '' || priceOf(one.price) === null || daysFault(one) !== null,
      )) ||
    (step === 2 && draft.people.some(({ email }) => !isEmailOrEmpty(email))) ||
    (step === 3 && !isKeyOrEmpty(gatewayKey))
  return isWrong ? { step } : {}
}

const wishOf = (draft: NewClubDraft, gatewayKey: string) => ({
  token: draft.token,
  key: draft.key.trim(),
  name: draft.name.trim(),
  contactEmail: draft.contactEmail.trim(),
  city: draft.city.trim(),
  address: draft.address.trim(),
  cvr: digits(draft.cvr) || null,
  colour: draft.colour.trim().toLowerCase() || null,
  memberships: draft.memberships.map((one) => ({ ...one, price: priceOf(one.price) ?? 0 })),
  people: draft.people.flatMap(({ email, role }) => (email.trim() === '' ? [] : [{ email: email.trim(), role }])),
  gatewayKey: gatewayKey.trim() || null,
})
