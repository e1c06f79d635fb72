import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { OrderByHand } from '#contract/orders/by-hand.ts'
import { Id } from '#contract/values.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { takenSentence } from '#web/features/orders/office/payment-words.ts'
import {
  type AddDraft,
  askedLine,
  lineOf,
  payErrors,
  payOf,
  personOf,
  priceProblem,
  useAddDraft,
} from '#web/features/orders/office/add-draft.ts'
import { PayStep } from '#web/features/orders/office/add-pay-step.tsx'
import { PersonStep } from '#web/features/orders/office/add-person-step.tsx'
import { WhatStep } from '#web/features/orders/office/add-what-step.tsx'
import { offersQuery, personQuery, quoteQuery, useByHand } from '#web/features/orders/office/by-hand-queries.ts'
import { NotLoaded, QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { IconAlertTriangle, IconPlus, IconPrinter } from '#web/ui/icons/index.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { usePagesAbove } from '#web/ui/page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { danish } from '#web/ui/own-text.tsx'
import { formatDate, formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { minorOf } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { requireToChange, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/add')({
  loader: ({ params: { orgKey } }) => requireToChange(orgKey, 'members.add', paths.office(orgKey)),
  component: AddPage,
  staticData: {
    name: 'officeAdd',
    title: m.title_office_add,
    crumbs: [membersCrumb],
  },
})

function AddPage() {
  const { club, can } = useOffice()
  usePagesAbove(can('members.read') ? null : 'none')
  const { member, event }: Record<string, unknown> = Route.useSearch()
  const memberId = Id.safeParse(member).data
  const eventId = Id.safeParse(event).data
  const given = {
    ...(memberId && { memberId }),
    ...(eventId && { eventId }),
  }
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_office_add()} subtitle={m.by_hand_subtitle()} />
      <Add key={`${club.id} ${JSON.stringify(given)}`} club={club} given={given} />
    </Stack>
  )
}

const steps = [m.by_hand_step_person, m.by_hand_step_what, m.by_hand_step_pay]

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly given: Partial<AddDraft>
}

/** A phone call or a paper form in three steps: for whom, what, and how it is paid. */
function Add({ club, given }: Props) {
  const { can } = useOffice()
  const { draft, change, restart } = useAddDraft(`${club.id} ${JSON.stringify(given)}`, given)
  const [done, setDone] = useState<{ readonly order: OrderByHand; readonly isEarlier: boolean } | null>(null)
  const [showErrors, setShowErrors] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { add, addPerson } = useByHand(club.id)
  const offers = useQuery(offersQuery(club.id, given.eventId))
  const quote = useQuery(quoteQuery(club.id, { memberId: draft.memberId, lines: draft.lines.map(askedLine) }))
  const { data: person } = useQuery(personQuery(club.id, draft.memberId))
  const { step } = draft
  const isSending = add.isPending || addPerson.isPending
  const quoted = quote.data?.lines.length === draft.lines.length ? quote.data.lines : undefined
  const prices = draft.lines.map(({ price }, at) =>
    price.trim() === '' ? (quoted?.[at]?.price?.minor ?? 0) : minorOf(price),
  )
  const needsReason = (quoted ?? []).some(
    ({ price, overrules }, at) =>
      overrules.length > 0 || (price && (draft.way === 'free' ? price.minor > 0 : prices[at] !== price.minor)),
  )
  const hasAccount = offers.data?.hasAccount ?? true
  const focusHeading = () => requestAnimationFrame(() => heading.current?.focus())
  const forget = () => {
    setShowErrors(false)
    add.reset()
    addPerson.reset()
    focusHeading()
  }
  const go = (changes: Partial<AddDraft>) => {
    change(changes)
    forget()
  }
  /** For somebody else, at the same event. */
  const startOver = () => {
    restart({ eventId: given.eventId ?? '' })
    forget()
  }
  const show = (order: OrderByHand, isEarlier: boolean) => {
    setDone({ order, isEarlier })
    startOver()
  }
  const refuse = () => {
    setShowErrors(true)
    focusFirstError(form.current)
  }

  const addTyped = (another: boolean) => {
    const { person: typed } = personOf(draft.person)
    if (!typed) return refuse()
    whenDone(addPerson.mutateAsync({ token: draft.token, ...typed, ...(another && { another }) }), {
      onSuccess: ({ id }) => go({ memberId: id, isNew: false, step: 1 }),
    })
  }
  const next = () => {
    if (step === 0) {
      if (draft.isNew) return addTyped(false)
      return draft.memberId === '' ? refuse() : go({ step: 1 })
    }
    const isWrong =
      draft.lines.length === 0 ||
      // Its category is not chosen yet.
      offers.data?.events.some(({ id }) => id === draft.eventId) ||
      !quoted ||
      quoted.some(({ refusal }) => refusal !== null) ||
      draft.lines.some(({ price }) => priceProblem(price))
    if (step === 1) return isWrong ? refuse() : go({ step: 2 })
    if (Object.values(payErrors(draft, { needsReason, hasAccount })).some(Boolean)) return refuse()
    const { token, memberId, reason } = draft
    const lines = draft.lines.map((line, at) => lineOf(line, quoted?.[at]?.price?.minor))
    whenDone(add.mutateAsync({ token, memberId, lines, pay: payOf(draft), reason: reason.trim() }), {
      onSuccess: (order) => show(order, false),
      onError: (error) => {
        // Its answer was lost, and something else was typed since.
        const earlier = error instanceof ApiProblem && OrderByHand.safeParse(error.data['order']).data
        if (earlier) show(earlier, true)
      },
    })
  }

  if (done) return <Added {...done} {...{ club, heading }} eventId={given.eventId} onAnother={() => setDone(null)} />
  if (!offers.data) return <NotLoaded query={offers} rows={4} height={56} />
  // Of what was typed, which somebody who was chosen instead is not.
  const error = step === 0 ? draft.isNew && addPerson.error : add.error
  const known = error instanceof ApiProblem && error.code === 'person_known' ? error.data : null
  // The price that was shown is no longer the one by the rules, which is shown now.
  const isOtherPrice = error instanceof ApiProblem && error.code === 'reason_needed' && !needsReason
  return (
    <Stack gap="lg" maw={720}>
      <Progress value={((step + 1) / steps.length) * 100} aria-hidden />
      <Panel>
        <form
          ref={form}
          noValidate
          onSubmit={(submitted) => {
            submitted.preventDefault()
            next()
          }}
        >
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed">
                {[m.operator_step_of({ number: step + 1, total: steps.length }), step > 0 && person?.name]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <Title order={2} ref={heading} tabIndex={-1}>
                {steps[step]!()}
              </Title>
            </div>
            <fieldset role="presentation" disabled={isSending} style={{ minInlineSize: 0 }}>
              <Stack gap="md">
                {step === 0 && <PersonStep orgId={club.id} draft={draft} showErrors={showErrors} onChange={change} />}
                {step === 1 && quote.error && <QueryError query={quote} />}
                {step === 1 && (
                  <WhatStep
                    offers={offers.data}
                    draft={draft}
                    quote={quote.data}
                    showErrors={showErrors}
                    onChange={change}
                  />
                )}
                {step === 2 && (
                  <PayStep
                    settingsPath={can('settings') ? paths.clubSettings(club.key) : null}
                    total={prices.reduce((sum, price) => sum + price, 0)}
                    {...{ draft, needsReason, hasAccount, showErrors }}
                    onChange={change}
                  />
                )}
              </Stack>
            </fieldset>
            {error && (
              <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
                {isOtherPrice ? m.by_hand_price_changed() : problemText(error)}
                {known && (
                  <Group mt="xs" gap="xs">
                    <Button
                      size="compact-md"
                      variant="default"
                      styles={{ label: { overflowWrap: 'anywhere' } }}
                      disabled={isSending}
                      onClick={() => go({ memberId: String(known['memberId']), isNew: false, step: 1 })}
                    >
                      {m.by_hand_use({ name: String(known['name']) })}
                    </Button>
                    <Button size="compact-md" variant="default" disabled={isSending} onClick={() => addTyped(true)}>
                      {m.by_hand_another_person()}
                    </Button>
                  </Group>
                )}
              </Alert>
            )}
            <Group justify="space-between">
              {step > 0 ? (
                <Group gap="sm">
                  <Button variant="default" disabled={isSending} onClick={() => go({ step: step - 1 })}>
                    {m.operator_back()}
                  </Button>
                  <Button variant="subtle" disabled={isSending} onClick={startOver}>
                    {m.by_hand_restart()}
                  </Button>
                </Group>
              ) : (
                <span />
              )}
              <Button type="submit" loading={isSending || (step > 0 && quote.isFetching)}>
                {step === 2 ? m.by_hand_confirm() : m.operator_next()}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Stack>
  )
}

interface AddedProps extends Pick<Props, 'club'> {
  readonly eventId: string | undefined
  readonly order: OrderByHand
  /** It was added before something else was typed. */
  readonly isEarlier: boolean
  readonly heading: React.Ref<HTMLHeadingElement>
  readonly onAnother: () => void
}

/** The new order, to print, and the way to another one. */
function Added({ club, eventId, order, isEarlier, heading, onAnother }: AddedProps) {
  const { can } = useOffice()
  return (
    <Stack gap="lg" maw={720}>
      <Panel>
        <Stack gap="md">
          <Title order={2} ref={heading} tabIndex={-1}>
            {order.status === 'paid' ? m.by_hand_done() : m.by_hand_done_invoice()}
          </Title>
          {isEarlier && (
            <Alert color="yellow" role="alert" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
              {m.by_hand_earlier()}
            </Alert>
          )}
          <Text fw={620}>{order.buyer.name}</Text>
          <Stack component="ul" gap={4}>
            {order.lines.map(({ title, memberName, total }) => (
              <Group component="li" key={`${title} ${memberName}`} justify="space-between">
                <Text>
                  <span lang={danish()}>{title}</span> · {memberName}
                </Text>
                {total && <MoneyText value={total} />}
              </Group>
            ))}
          </Stack>
          <Text size="sm" c="dimmed">
            {[
              order.total && formatMoney(order.total),
              order.taken && takenSentence(order.taken),
              order.dueOn && m.by_hand_due({ day: formatDate(order.dueOn) }),
              order.receiptNumber && m.receipt_number_is({ number: order.receiptNumber }),
              order.number,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.7} />}
              onClick={() => window.print()}
            >
              {m.by_hand_print()}
            </Button>
            <Button leftSection={<IconPlus size={18} stroke={1.7} />} onClick={onAnother}>
              {m.by_hand_another()}
            </Button>
            {eventId && (
              <ButtonLink variant="subtle" to={paths.officeEvent(club.key, eventId, { tab: 'people' })}>
                {m.registrations_list()}
              </ButtonLink>
            )}
            {can('money.read') && (
              <ButtonLink
                variant="subtle"
                to={order.status === 'paid' ? paths.clubPayments(club.key) : paths.owes(club.key)}
              >
                {order.status === 'paid' ? m.title_club_payments() : m.title_owes()}
              </ButtonLink>
            )}
          </Group>
        </Stack>
      </Panel>
    </Stack>
  )
}
