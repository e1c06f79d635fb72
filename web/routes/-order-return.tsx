import { Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useSession, signIn } from '#web/api/session/session.ts'
import { forgetRegistration } from '#web/features/events/registration/registration-draft.ts'
import { NextSteps } from '#web/features/events/next-steps.tsx'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { removePaidLines } from '#web/features/memberships/sale/basket-draft.ts'
import { OrderReturn } from '#web/features/orders/result/order-return.tsx'
import { useReloadPurchases } from '#web/features/events/queries.ts'
import { m } from '#words/messages.js'

interface Props {
  readonly returnedTo: 'confirm' | 'decline'
  readonly orgKey: string
  readonly eventId: string
}

export function EventReturnPage({ returnedTo, orgKey, eventId }: Props) {
  const { member } = useSession()
  const reload = useReloadPurchases()
  return (
    <OrderReturn
      returnedTo={returnedTo}
      place={{ orgKey, eventId }}
      onPaid={(order) => {
        if (order) removePaidLines(member.id, order)
        forgetRegistration(eventId, member.id)
        reload()
      }}
      next={(order) => <NextSteps order={order} />}
    />
  )
}

export function MembershipReturnPage({ returnedTo }: Pick<Props, 'returnedTo'>) {
  const { member } = useSession()
  const reload = useReloadMemberships()
  return (
    <OrderReturn
      returnedTo={returnedTo}
      place={null}
      onPaid={(order) => {
        if (order) removePaidLines(member.id, order)
        reload()
      }}
      next={(order) => <NextSteps order={order} />}
    />
  )
}

/** The result of a payment, signed out: only whether it is paid, without personal data. */
export function SignedOutReturn({ returnedTo }: { returnedTo: 'confirm' | 'decline' }) {
  const { orgKey, id: eventId } = useParams({ strict: false }) as { orgKey?: string; id?: string }
  return (
    <Stack gap="lg">
      <OrderReturn returnedTo={returnedTo} place={orgKey && eventId ? { orgKey, eventId } : null} onPaid={noop} />
      <Group gap="md">
        <Text>{m.return_signed_out()}</Text>
        <Button onClick={() => void signIn()}>{m.welcome_sign_in()}</Button>
      </Group>
    </Stack>
  )
}

/** Nothing cached depends on the order here. */
const noop = () => undefined
