import { visitors } from '#contract/visitors.ts'
import { call } from '#web/api/client.ts'
import { upload } from '#web/api/upload.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useGone } from '#web/ui/use-gone.ts'
import { m } from '#words/messages.js'
import { AskForm, type Asking } from '../ask-form.tsx'
import { useDraft } from '../use-draft.ts'
import { usePass } from './use-pass.ts'
import type { Asked } from './visitor-asked.tsx'

interface Props extends Asking {
  /** Where what is typed is kept. The component is keyed by it. */
  readonly place: string
  readonly onAsked: (asked: Asked) => void
}

/** Somebody who is not signed in asks a club, which answers by mail. */
export function VisitorAsk({ place, onAsked, ...asking }: Props) {
  const draft = useDraft(place, null)
  const pass = usePass(draft)
  const gone = useGone()
  return (
    <AskForm
      {...asking}
      draft={draft}
      visitor
      notice={pass.lost ? m.ask_files_lost() : null}
      // Whoever asks again is the same person.
      stays={['name', 'email']}
      onBegin={pass.ready}
      files={{
        attach: (file, name, onShare) =>
          pass.with((held) => upload(visitors.attach, { pass: held, name }, file, onShare)),
        detach: (attachmentId) =>
          pass.with((held) => call(visitors.detach, { attachmentId, pass: held }), [attachmentId]),
      }}
      onAsk={async (question, attachmentIds, token) => {
        await pass.with((held) => call(visitors.ask, { ...question, attachmentIds, token, pass: held }), attachmentIds)
        pass.spend()
        if (gone.current) showToast({ message: m.ask_sent_title() })
        onAsked({
          club: asking.clubs?.known.find(({ id }) => id === question.orgId)?.name ?? '',
          email: question.email,
        })
      }}
    />
  )
}
