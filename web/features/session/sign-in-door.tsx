import { Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { register, signIn } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'
import { Doorway } from './doorway.tsx'

/** What signing in is, before the browser goes to where it happens. */
export const SignInDoor = ({ returnTo }: { returnTo: string }) => (
  <Doorway
    icon={<IconLogin2 size={40} stroke={1.5} />}
    title={m.login_title()}
    onward={returnTo}
    actions={
      <>
        <Button onClick={() => void signIn(returnTo)}>{m.welcome_sign_in()}</Button>
        <Button variant="default" onClick={() => void register(returnTo)}>
          {m.welcome_register()}
        </Button>
      </>
    }
  >
    {m.login_text()}
  </Doorway>
)
