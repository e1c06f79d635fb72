import { Group, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { Membership } from '#contract/memberships/memberships.ts'
import { config } from '#web/api/config.ts'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { planWords, renewalEndedWords } from '../words.ts'
import { useSwitchRenewal } from '../queries.ts'
import { SwitchOffQuestion } from './switch-off-question.tsx'

/** Has enough contrast on the tinted background. */
const muted = 'light-dark(#4a5963, #aebdc7)'

interface Props {
  membership: Membership
  name: string
  /** The current user has saved a card that can renew it. */
  hasCard: boolean
}

/** The automatic renewal of a membership, with a switch. */
export function RenewalLine({ membership, name, hasCard }: Props) {
  const { renewal, renewalEnded, autoRenewal, savedCardIdentifier, paidUntil, nextSeason } = membership
  const change = useSwitchRenewal(membership)
  const [confirming, setConfirming] = useState(false)
  const on = change.isPending ? change.variables.autoRenewal : autoRenewal
  const words = renewal && planWords(renewal, paidUntil, nextSeason)
  const switchable = autoRenewal ? (renewal?.can.switchOff ?? true) : hasCard && membership.can.renewAutomatically

  const turn = async (to: boolean, card?: string) => {
    try {
      await change.mutateAsync({ autoRenewal: to, ...(card && { savedCardIdentifier: card }) })
      setConfirming(false)
      if (to) showToast({ message: m.renewal_is_on({ name }) })
      else showToast({ message: m.renewal_is_off({ name }), ...(undo && { action: undo }) })
    } catch (error) {
      showToast({ type: 'error', title: m.renewal_failed(), message: problemText(error) })
    }
  }
  // Only whoever pays sees the card, and nobody else can switch it on again.
  const undo = savedCardIdentifier && {
    label: m.action_undo(),
    onClick: () => void turn(true, savedCardIdentifier),
  }
  // After an announcement or a failed charge, turning it off needs a confirmation.
  const due = renewal?.state === 'announced' || renewal?.state === 'failing'
  if (!on && !switchable && !renewalEnded) return null
  const choose = (to: boolean) => (!to && due ? setConfirming(true) : void turn(to))

  return (
    <Group
      gap="10px 16px"
      justify="space-between"
      p="10px 12px"
      bdrs="md"
      bg={on && words ? `var(--mantine-color-${words.color}-light)` : 'light-dark(#f4f7f9, #1a252c)'}
    >
      <Group gap="sm" flex="1 1 240px" align="flex-start" wrap="nowrap">
        {switchable && (
          <Switch
            aria-label={m.renewal_switch({ name })}
            flex="none"
            checked={on}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
        )}
        <div role="status">
          <Text size="sm" fw={620}>
            {on ? (words?.sentence ?? m.plan_at_the_end()) : m.renewal_none()}
          </Text>
          <Text size="sm" c={muted}>
            {on ? words?.more : switchable && m.renewal_switch_on()}
          </Text>
          {!on && renewalEnded && (
            <Text size="sm" c={muted}>
              {renewalEndedWords(renewalEnded)}
            </Text>
          )}
          {on && autoRenewal && renewal && !renewal.can.switchOff && (
            <Text size="sm" c={muted}>
              {m.renewal_others({ name: renewal.payerName })}
            </Text>
          )}
        </div>
      </Group>
      {on && renewal?.state === 'failing' && renewal.orderToken && (
        <ButtonLink
          to={paths.membershipDecline({ [`${config.productKey}token`]: renewal.orderToken })}
          color="coral"
          aria-label={m.renewal_other_card_for({ name })}
        >
          {m.renewal_other_card()}
        </ButtonLink>
      )}
      {renewal && (
        <SwitchOffQuestion
          opened={confirming}
          plan={renewal}
          endDate={paidUntil}
          name={name}
          busy={change.isPending}
          onConfirm={() => void turn(false)}
          onClose={() => setConfirming(false)}
        />
      )}
    </Group>
  )
}
