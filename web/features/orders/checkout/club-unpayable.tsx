import { IconCreditCardOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import type { ClubPart } from './basket.ts'
import { warnOfNoProvider } from './open-payment.ts'

interface Props {
  readonly parts: readonly ClubPart[]
  /** Something else in the basket can be paid. */
  readonly others: boolean
}

/** In the place of the button that pays: a club that takes no payment here, and what to do. */
const ClubUnpayable = ({ parts, others }: Props) => {
  useEffect(() => {
    for (const { orgId } of parts) warnOfNoProvider(orgId)
  }, [parts])
  return (
    <Callout role="status" color="coral" icon={<IconCreditCardOff />} title={m.buy_no_provider_title()}>
      {m.buy_no_provider({ club: parts.map(({ club }) => club?.name).join(', ') })}{' '}
      {others && `${m.buy_no_provider_others()} `}
      <TextLink to={paths.contactUs(parts.length === 1 ? { orgId: parts[0]!.orgId } : {})}>
        {m.buy_no_provider_contact()}
      </TextLink>
    </Callout>
  )
}

export default ClubUnpayable
