import { IconAlertCircle, IconCreditCardOff, IconFlask } from '#web/ui/icons/index.ts'
import { type ReactNode, useEffect } from 'react'
import { Alert, Checkbox, type CheckboxProps, Text } from '@mantine/core'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import type { PriceChange } from './checkout.ts'
import { warnNoProvider } from './open-payment.ts'

interface Props {
  readonly error: Error | null
  /** Of the error. */
  readonly title: string
  /** The error's data that names the club or person. */
  readonly about: 'club' | 'name'
  /** Adds that the order is saved. */
  readonly saysKept: boolean
  readonly priceChanged: PriceChange | null
  readonly children?: ReactNode
}

/** Why the payment was not opened, and for which club or person; or the new price. */
export function CheckoutProblems({ error, title, about, saysKept, priceChanged, children }: Props) {
  if (error) {
    const whose = error instanceof ApiProblem ? error.data[about] : null
    return (
      <Alert role="alert" color="red" icon={<IconAlertCircle />} title={title}>
        {typeof whose === 'string' && whose && `${whose}: `}
        {problemText(error)}
        {saysKept && ` ${m.buy_failed_kept()}`}
        {children}
      </Alert>
    )
  }
  return (
    priceChanged && (
      <Alert role="alert" color="coral" icon={<IconAlertCircle />} title={m.buy_price_changed_title()}>
        {m.buy_price_changed({ total: formatMoney(priceChanged.total) })}
      </Alert>
    )
  )
}

/** At a button that sticks to a phone's foot: what stopped it, as the field itself may be out of sight. */
export const SubmitNote = ({ problem }: { readonly problem: ReactNode }) => (
  <Text role="alert" size="sm" fw={620} c="var(--mantine-color-error)" hidden={!problem}>
    {problem}
  </Text>
)

/** Why the payment window could not be opened, or what is free not accepted. */
export function RetryProblem({ error, isFree = false }: { error: Error | null; isFree?: boolean }) {
  if (!error) return null
  const title = isFree ? m.unpaid_accept_failed_title() : m.buy_failed_title()
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle />} title={title}>
      {problemText(error)}{' '}
      {error instanceof ApiProblem && error.code === 'address_incomplete' && (
        <TextLink to={paths.memberships({ trigger: 'editMainParticipant' })}>{m.address_notice_edit()}</TextLink>
      )}
    </Alert>
  )
}

interface ClubUnpayableProps {
  readonly clubs: readonly { readonly orgId: string; readonly name: string | undefined }[]
  readonly others: boolean
}

/** Replaces the Pay button for clubs without a payment provider. */
export const ClubUnpayable = ({ clubs, others }: ClubUnpayableProps) => {
  useEffect(() => {
    for (const { orgId } of clubs) warnNoProvider(orgId)
  }, [clubs])
  return (
    <Alert role="status" color="coral" icon={<IconCreditCardOff />} title={m.buy_no_provider_title()}>
      {m.buy_no_provider({ club: clubs.map(({ name }) => name).join(', ') })}{' '}
      {others && `${m.buy_no_provider_others()} `}
      <TextLink to={paths.contactUs(clubs.length === 1 ? { orgId: clubs[0]!.orgId } : {})}>
        {m.buy_no_provider_contact()}
      </TextLink>
    </Alert>
  )
}

/** Clubs in test mode take no real money; named when there are others. */
export const TestClub = ({ clubs }: { readonly clubs: readonly string[] }) => (
  <Alert color="fjord" icon={<IconFlask />}>
    {clubs.length > 0 ? m.buy_test_clubs({ clubs: clubs.join(', ') }) : m.order_test_club()}
  </Alert>
)

/** Consent to automatic renewal; off by default. @param what says what is renewed, and with which season */
export const RenewCheck = ({ what, ...input }: CheckboxProps & { what?: ReactNode }) => (
  <Checkbox
    label={m.buy_renew()}
    description={
      <>
        {what}
        {m.buy_renew_explained()}
      </>
    }
    {...input}
  />
)
