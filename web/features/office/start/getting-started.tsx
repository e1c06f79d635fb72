import { Box, Button, Group, Progress, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import type { StartStep } from '#contract/office/start.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import type { OfficeClub } from '../queries.ts'
import { startQuery, useChangeStart } from './queries.ts'
import { startPlaces } from './go-live.tsx'

interface Step {
  readonly title: () => string
  readonly text: () => string
  readonly action: () => string
}

const steps: Record<StartStep, Step> = {
  texts: {
    title: m.start_texts,
    text: m.start_texts_text,
    action: m.start_texts_action,
  },
  logo: {
    title: m.start_logo,
    text: m.start_logo_text,
    action: m.start_logo_action,
  },
  membership: {
    title: m.start_membership,
    text: m.start_membership_text,
    action: m.start_membership_action,
  },
  terms: { title: m.start_terms, text: m.start_terms_text, action: m.start_terms_action },
  privacy: { title: m.start_privacy, text: m.start_privacy_text, action: m.start_privacy_action },
  key: { title: m.start_key, text: m.start_key_text, action: m.start_key_action },
  people: {
    title: m.start_people,
    text: m.start_people_text,
    action: m.start_people_action,
  },
  bought: {
    title: m.start_bought,
    text: m.start_bought_text,
    action: m.start_bought_action,
  },
  receipt: {
    title: m.start_receipt,
    text: m.start_receipt_text,
    action: m.start_receipt_action,
  },
  asked: {
    title: m.start_asked,
    text: m.start_asked_text,
    action: m.start_asked_action,
  },
}

/** Steps that have to be done before another one leads anywhere. */
const needed: Partial<Record<StartStep, readonly StartStep[]>> = { bought: ['membership'], receipt: ['bought'] }

/**
 * The first steps of a new club. A step is done once the club has what it asks for. The list stays after going live, until every step is done
 * or somebody hides it.
 */
export function GettingStarted({ club }: { club: OfficeClub }) {
  const { data } = useQuery(startQuery(club.id))
  const change = useChangeStart(club.id)
  const readOnly = useIsReadOnly()
  if (!data || data.dismissed || data.state === 'closed') return null
  const isDone = (wanted: StartStep) => data.steps.some(({ step, done }) => step === wanted && done)
  const count = data.steps.filter(({ done }) => done).length
  if (count === data.steps.length) return null
  return (
    <Panel
      title={m.start_title()}
      subtitle={m.start_subtitle({ done: count, count: data.steps.length })}
      actions={
        !readOnly && (
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate('dismissed')}>
            {m.start_dismiss()}
          </Button>
        )
      }
    >
      <Progress
        value={(count / data.steps.length) * 100}
        mb="md"
        aria-label={m.start_subtitle({ done: count, count: data.steps.length })}
      />
      <Stack component="ol" gap="md">
        {data.steps.map(({ step, done }, at) => (
          <Group key={step} component="li" gap="10px 16px">
            <ThemeIcon
              variant={done ? 'filled' : 'light'}
              color={done ? 'teal' : 'fjord'}
              radius="xl"
              size={32}
              fz="sm"
              fw={680}
            >
              {done ? <IconCheck size={18} stroke={2.2} role="img" aria-label={m.start_done()} /> : at + 1}
            </ThemeIcon>
            <Box flex="1 1 200px" miw={0}>
              <Text fw={640}>{steps[step].title()}</Text>
              <Text size="sm" c="dimmed">
                {steps[step].text()}
              </Text>
            </Box>
            {!done && !readOnly && (needed[step] ?? []).every(isDone) && (
              <ButtonLink
                to={startPlaces[step](club, data)}
                variant="light"
                {...(step === 'receipt' && { onClick: () => change.mutate('receipt') })}
              >
                {steps[step].action()}
              </ButtonLink>
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
