import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconReceiptOff } from '#web/ui/icons/index.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import { ApiProblem } from '#web/api/client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { receiptQuery } from '#web/features/orders/queries.ts'
import { ReceiptActions } from '#web/features/orders/receipt/receipt-actions.tsx'
import { ReceiptDocument } from '#web/features/orders/receipt/receipt-document.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePagesAbove, usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** @param id of the season or the ticket that was bought */
export function MembershipReceiptPage({ id, title: routeTitle }: { id: string; title: string }) {
  const receipt = useQuery(receiptQuery(id))
  const lines = receipt.data?.lines ?? []
  const membershipId = lines.find((line) => line.termId === id)?.membershipId
  const above = membershipId
    ? { label: m.title_membership_history(), to: paths.membershipHistory(membershipId) }
    : lines.some(({ event }) => event?.entryId === id)
      ? { label: m.title_tickets(), to: paths.tickets() }
      : null
  usePagesAbove(above && [...(membershipId ? [{ label: m.title_memberships(), to: paths.memberships() }] : []), above])
  const title = receiptTitle(lines) ?? routeTitle
  usePageTitle(title)

  if (receipt.error instanceof ApiProblem && receipt.error.code === 'not_found') return <NoReceipt />
  return (
    <Stack gap="lg">
      <PageHeader
        title={title}
        subtitle={receipt.data && m.receipt_of({ number: receipt.data.number })}
        actions={receipt.data && <ReceiptActions termId={id} />}
      />
      {above && (
        <TextLink to={above.to} alone>
          <IconArrowLeft size={16} stroke={1.7} aria-hidden style={{ verticalAlign: '-3px', marginRight: 6 }} />
          {above.label}
        </TextLink>
      )}
      {receipt.data ? <ReceiptDocument receipt={receipt.data} /> : <NotLoaded query={receipt} rows={1} height={620} />}
    </Stack>
  )
}

function NoReceipt() {
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconReceiptOff size={40} stroke={1.5} />}
        title={m.receipt_unknown_title()}
        actions={<ButtonLink to={paths.memberships()}>{m.confirm_memberships()}</ButtonLink>}
      >
        {m.receipt_unknown()}
      </EmptyState>
    </Panel>
  )
}

/** The title of a receipt with tickets. Null: memberships alone, whose page has the title that is specified. */
function receiptTitle(lines: readonly Pick<OrderLine, 'kind'>[]): string | null {
  const tickets = lines.filter(({ kind }) => kind === 'event').length
  if (tickets === 0) return null
  return tickets === lines.length ? m.receipt_title_tickets({ count: tickets }) : m.receipt_title_both()
}
