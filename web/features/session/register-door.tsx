import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { register, signIn } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'
import { Doorway } from './doorway.tsx'

/** What creating an account takes, before the browser goes to where it happens. */
export const RegisterDoor = ({ returnTo }: { returnTo: string }) => (
  <Doorway
    icon={<IconUserPlus size={40} stroke={1.5} />}
    title={m.register_title()}
    onward={returnTo}
    actions={
      <>
        <Button onClick={() => void register(returnTo)}>{m.welcome_register()}</Button>
        <Button variant="default" onClick={() => void signIn(returnTo)}>
          {m.register_known()}
        </Button>
      </>
    }
  >
    {m.register_text()}
  </Doorway>
)
