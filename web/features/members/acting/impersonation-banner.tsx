import { Button } from '@mantine/core'
import { IconUserShield } from '#web/ui/icons/index.ts'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'
import c from './impersonation-banner.module.css'
import { useEndImpersonation } from '../queries.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'

/** Shown on every page while a super admin impersonates a member. It cannot be closed. */
export default function ImpersonationBanner({ member }: { member: Member }) {
  const end = useEndImpersonation()
  const leave = () => whenDone(end.mutateAsync(undefined), { onError: showFailure })
  return (
    <section className={c.banner} aria-label={m.impersonation_banner_label()}>
      <IconUserShield size={20} stroke={1.7} aria-hidden />
      <p className={c.words}>
        <strong>{m.impersonation_banner({ name: fullName(member) })}</strong>{' '}
        <span className={c.more}>{m.impersonation_banner_more()}</span>
      </p>
      <Button size="xs" color="white" c="coral.9" loading={end.isPending} onClick={leave}>
        {m.impersonation_exit()}
      </Button>
    </section>
  )
}
