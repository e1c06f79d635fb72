import { useSession } from '#web/api/session/session.ts'
import { forgetRegistration } from '#web/features/events/registration/registration-draft.ts'
import { OrderReturn } from '#web/features/orders/result/order-return.tsx'
import { useReloadPurchases } from './use-reload-purchases.ts'

interface Props {
  readonly returnedTo: 'confirm' | 'decline'
  readonly orgKey: string
  readonly eventId: string
}

/** What became of the payment of a registration. */
export function EventReturnPage({ returnedTo, orgKey, eventId }: Props) {
  const { member } = useSession()
  const reload = useReloadPurchases()
  return (
    <OrderReturn
      returnedTo={returnedTo}
      place={{ orgKey, eventId }}
      onPaid={() => {
        forgetRegistration(eventId, member.id)
        reload()
      }}
    />
  )
}
