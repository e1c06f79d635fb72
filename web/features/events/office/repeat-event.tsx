import type { EditedEvent } from '#contract/events/office.ts'
import { whenDone } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { RepeatDialog } from './repeat-dialog.tsx'
import { useSeriesChanges } from './series-queries.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly event: EditedEvent
  readonly onClose: () => void
}

/** Repeats an event, and opens its series. */
export function RepeatEvent({ club, event, onClose }: Props) {
  const { create } = useSeriesChanges(club.id)
  const go = useNavigateTo()
  return (
    <RepeatDialog
      startsOn={event.fields.startsAt.slice(0, 10)}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={(rule) =>
        whenDone(create.mutateAsync({ eventId: event.id, rule }), {
          onSuccess: ({ dates }) => {
            onClose()
            showToast({ message: m.repeat_created({ count: dates.length - 1 }) })
          },
          onSuccessHere: ({ id }) => void go(paths.eventSeries(club.key, id)),
        })
      }
    />
  )
}
