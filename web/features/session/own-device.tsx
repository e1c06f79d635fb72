import { Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { actingFor, useActingState } from '#web/api/acting/acting.ts'
import { config } from '#web/api/config.ts'
import { isOwnDevice, OFFLINE_DAYS, markAsOwnDevice } from '#web/api/offline-copy.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import c from './own-device.module.css'

/** Lets users mark their own device, where tickets and calendar are available offline for days. */
export function OwnDevice({ readerId }: { readerId: string }) {
  const [own, setOwn] = useState(() => isOwnDevice(readerId))
  const [supported, setSupported] = useState(false)
  useActingState()
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(() => setSupported(true))
  }, [])
  if (!supported || actingFor() !== null) return null
  const change = (next: boolean) => {
    setOwn(next)
    markAsOwnDevice(readerId, next).catch(() => setOwn(isOwnDevice(readerId)))
  }
  return (
    <Panel>
      <div className={c.row}>
        <IconDeviceMobileCheck size={26} stroke={1.6} aria-hidden className={c.icon} />
        <div className={c.words}>
          <h2 className={c.title}>{m.device_title()}</h2>
          <p className={c.text}>
            {own
              ? m.device_own_text({ days: OFFLINE_DAYS })
              : m.device_text({ days: OFFLINE_DAYS, minutes: config.sessionTimeoutMinutes })}
          </p>
        </div>
        <Switch
          aria-label={m.device_title()}
          checked={own}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
      </div>
    </Panel>
  )
}
