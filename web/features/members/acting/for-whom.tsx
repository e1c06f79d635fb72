import { Button } from '@mantine/core'
import { IconUserCheck } from '#web/ui/icons/index.ts'
import { m } from '#words/messages.js'
import { useActingState } from '#web/api/acting/acting.ts'
import { startActing } from '#web/api/acting/change-acting.ts'
import { fullName } from '../words.ts'
import c from './for-whom.module.css'

/** Names the person acted for, with a button to stop. */
export function ForWhom() {
  const acting = useActingState().acting
  if (!acting || acting.as === 'impersonator') return null
  return (
    <div className={c.note}>
      <IconUserCheck size={20} stroke={1.7} aria-hidden />
      <span className={c.words}>{m.acting_page_of({ name: fullName(acting.member) })}</span>
      <Button variant="subtle" size="compact-md" color="coral" onClick={() => startActing(null)}>
        {m.participant_act_end()}
      </Button>
    </div>
  )
}
