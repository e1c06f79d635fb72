import { IconUserQuestion } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** The address names nobody whom the reader looks after. */
const UnknownParticipant = () => (
  <Panel>
    <EmptyState
      icon={<IconUserQuestion size={40} stroke={1.5} />}
      title={m.participant_unknown_title()}
      actions={<ButtonLink to={paths.participants()}>{m.title_participants()}</ButtonLink>}
    >
      {m.participant_unknown()}
    </EmptyState>
  </Panel>
)

export default UnknownParticipant
