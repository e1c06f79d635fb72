import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { type OfferOfLink, waiting } from '#contract/events/waiting.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLinkOff, IconTicket } from '#web/ui/icons/index.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_public/waiting-offer')({
  component: WaitingOfferPage,
  staticData: { name: 'waitingOffer', title: m.title_waiting_offer },
})

function WaitingOfferPage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return <WaitingOffer key={token} token={token ?? ''} />
}

/** Opening the link changes nothing, because mail scanners open links, too. */
function WaitingOffer({ token }: { token: string }) {
  const cache = useQueryClient()
  const queryKey = [...queryKeys.events, 'offer', token]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(waiting.offer, { token }, { signal }),
    enabled: token !== '',
  })
  const decline = useCall(
    waiting.decline,
    { token },
    {
      onSuccess: (declined) => {
        cache.setQueryData(queryKey, declined)
        for (const changed of [queryKeys.events, queryKeys.orders]) void cache.invalidateQueries({ queryKey: changed })
      },
      onError: showFailure,
    },
  )
  const offer = query.data
  const isInvalid = query.error instanceof ApiProblem && query.error.code === 'offer_link_invalid'
  if (token === '' || isInvalid)
    return (
      <Panel>
        <EmptyState order={1} icon={<IconLinkOff size={40} stroke={1.5} />} title={m.waiting_offer_invalid_title()}>
          {m.problem_offer_link_invalid()}
        </EmptyState>
      </Panel>
    )
  if (!offer) return <NotLoaded order={1} query={query} rows={1} height={360} />
  const isOpen = offer.state === 'open'
  const { title, text } = wordsOf(offer)
  return (
    <Panel role="status">
      <EmptyState
        order={1}
        icon={<IconTicket aria-hidden size={40} stroke={1.5} />}
        title={title}
        actions={
          <>
            {isOpen && (
              <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
                {m.waiting_decline()}
              </Button>
            )}
            <ButtonLink to={paths.event(offer.orgKey, offer.eventId)}>
              {isOpen ? m.mail_waiting_offer_button() : m.waiting_see_event()}
            </ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
    </Panel>
  )
}

function wordsOf({ state, title: event, places, until, orgName }: OfferOfLink): { title: string; text: string } {
  switch (state) {
    case 'open':
      return {
        title: m.waiting_offer_question({ event }),
        text: m.waiting_offer_open({
          places: m.waiting_places_number({ count: places }),
          club: orgName,
          until: formatDateTime(until),
        }),
      }
    case 'taken':
      return { title: m.waiting_offer_taken_title({ event }), text: m.waiting_offer_taken() }
    case 'declined':
      return { title: m.waiting_offer_declined_title({ event }), text: m.waiting_offer_declined() }
    case 'ran_out':
      return { title: m.notification_waiting_ran_out_title({ event }), text: m.waiting_offer_ran_out() }
  }
}
