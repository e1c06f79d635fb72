import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { IconDots } from '#web/ui/icons/index.ts'
import { m } from '#words/messages.js'
import type { BulkProps } from './bulk-dialogs.tsx'

const dialogs = () => import('./bulk-dialogs.tsx')
const MessageMany = lazy(async () => ({ default: (await dialogs()).MessageMany }))
const SeasonMany = lazy(async () => ({ default: (await dialogs()).SeasonMany }))
const LeaveMany = lazy(async () => ({ default: (await dialogs()).LeaveMany }))

/** Actions on many people at once, each after a minute in which it can be stopped. */
export function BulkActions(props: BulkProps) {
  const [opened, open] = useState<'message' | 'offer' | 'grant' | 'leave' | null>(null)
  if (useIsReadOnly()) return null
  const onClose = () => open(null)
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={18} stroke={1.7} />}>
            {m.bulk_actions()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open('message')}>{m.bulk_message()}</Menu.Item>
          <Menu.Item onClick={() => open('offer')}>{m.bulk_offer()}</Menu.Item>
          <Menu.Item onClick={() => open('grant')}>{m.bulk_grant()}</Menu.Item>
          <Menu.Item color="red" onClick={() => open('leave')}>
            {m.leave_action()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {opened === 'message' && <MessageMany {...props} onClose={onClose} />}
        {opened === 'leave' && <LeaveMany {...props} onClose={onClose} />}
        {(opened === 'grant' || opened === 'offer') && <SeasonMany kind={opened} {...props} onClose={onClose} />}
      </Suspense>
    </>
  )
}
