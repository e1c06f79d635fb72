import { cutText } from '#contract/cut-text.ts'
import { Box, Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { CouponUses } from '#web/features/events/office/coupon-uses.tsx'
import { CouponPage, Coupons } from '#web/features/events/office/coupons.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { HistoryLink, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/coupons')({
  component: OfficeCouponsPage,
  staticData: {
    name: 'officeCoupons',
    title: m.codes_heading,
    crumbs: [{ label: m.office_events, to: ({ orgKey = '' }) => paths.officeEvents(orgKey) }],
  },
})

/** The list; with `edit`, the form of a code (`new`: an empty one); with `uses`, who used one. */
function OfficeCouponsPage() {
  const { club, can, readOnly } = useOffice()
  const inAddress: Record<string, unknown> = useSearch({ strict: false })
  const textOf = (name: string) => (typeof inAddress[name] === 'string' ? cutText(inAddress[name], 100) : undefined)
  const go = useNavigateTo()
  const [edit, uses, q, event] = [textOf('edit'), textOf('uses'), textOf('q'), textOf('event')]
  const at = (query: { edit?: string; uses?: string; q?: string | undefined; event?: string | undefined }) =>
    paths.officeCoupons(club.key, query)
  const list = at({ event })
  const mayWrite = can('events.write') && !readOnly
  if (edit && mayWrite)
    return (
      <Stack gap="lg" align="flex-start">
        <Box w="100%">
          <CouponPage
            key={edit}
            orgId={club.id}
            id={edit}
            eventId={event}
            backPath={list}
            onDone={() => void go(list)}
          />
        </Box>
        {edit !== 'new' && <HistoryLink thing="coupon" thingId={edit} />}
      </Stack>
    )
  if (uses) return <CouponUses club={club} id={uses} backPath={list} />
  return (
    <Coupons
      orgId={club.id}
      mayWrite={mayWrite}
      which={{ search: q ?? '', eventId: event ?? '' }}
      onChange={({ search, eventId }) =>
        void go(at({ q: search || undefined, event: eventId || undefined }), { replace: true, stay: true })
      }
      to={{
        newOne: at({ edit: 'new', event }),
        edit: (id) => at({ edit: id, event }),
        uses: (id) => at({ uses: id, event }),
      }}
    />
  )
}
