import { Box, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck } from '#web/ui/icons/index.ts'
import { useId, type ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import page from '#web/ui/page.module.css'
import { m } from '#words/messages.js'
import styles from './checklist.module.css'

interface Props {
  /** Missing parts of the address, in words. */
  readonly missing: readonly string[]
  /** An order waits for its payment; its notice has the button. */
  readonly hasOrder: boolean
  /** Null where they have nothing else on the page. */
  readonly onDismiss: (() => void) | null
}

/** The way to a first membership, instead of notices and prompts. The address may also wait for the purchase. */
export function Checklist({ missing, hasOrder, onDismiss }: Props) {
  const heading = useId()
  const hasAddress = missing.length === 0
  const editAddress = paths.memberships({ trigger: 'editMainParticipant' })
  return (
    <section aria-labelledby={heading} className={page.card}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} id={heading} size="h3">
          {m.checklist_title()}
        </Title>
        {onDismiss && (
          <Button variant="subtle" color="gray" size="compact-sm" mih={32} flex="none" onClick={onDismiss}>
            {m.checklist_not_now()}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {m.checklist_text()}
      </Text>
      <Stack component="ol" gap={0} mt="sm">
        <Step
          number={1}
          title={m.checklist_address()}
          text={hasAddress ? m.checklist_address_done() : [m.problem_address_incomplete(), ...missing].join(' ')}
          done={hasAddress}
          action={
            <ButtonLink to={editAddress} variant="light">
              {m.address_notice_edit()}
            </ButtonLink>
          }
        />
        <Step
          number={2}
          title={m.checklist_club()}
          text={m.checklist_club_text()}
          done={hasOrder}
          action={<ButtonLink to={paths.newMembership()}>{m.checklist_club_action()}</ButtonLink>}
        />
        <Step number={3} title={m.checklist_pay()} text={m.checklist_pay_text()} done={false} />
      </Stack>
    </section>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly text: string
  readonly done: boolean
  readonly action?: ReactNode
}

const Step = ({ number, title, text, done, action }: StepProps) => (
  <Group component="li" className={styles.step ?? ''} gap="10px 16px" wrap="wrap">
    <ThemeIcon
      variant={done ? 'filled' : 'light'}
      color={done ? 'teal' : 'fjord'}
      radius="xl"
      size={32}
      fz="sm"
      fw={680}
    >
      {done ? <IconCheck size={18} stroke={2.2} role="img" aria-label={m.checklist_done()} /> : number}
    </ThemeIcon>
    <Box flex="1 1 200px" miw={0}>
      <Text fw={640}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Box>
    {!done && action}
  </Group>
)
