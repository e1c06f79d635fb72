import { IconFlask } from '@tabler/icons-react'
import { Callout } from '#web/ui/callout.tsx'
import { m } from '#words/messages.js'

/** Nothing is really paid in a club that tries out the portal; named where there are others. */
export const TestClub = ({ clubs }: { readonly clubs: readonly string[] }) => (
  <Callout color="fjord" icon={<IconFlask />}>
    {clubs.length > 0 ? m.buy_test_clubs({ clubs: clubs.join(', ') }) : m.order_test_club()}
  </Callout>
)
