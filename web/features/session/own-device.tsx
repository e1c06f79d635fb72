import { Button, Group, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { IconDeviceMobileCheck } from '#web/ui/icons/index.ts'
import { actingFor, useActingState } from '#web/api/acting/acting.ts'
import { config } from '#web/api/config.ts'
import { isOwnDevice, OFFLINE_DAYS, markAsOwnDevice } from '#web/api/offline-copy.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import c from './own-device.module.css'

function useOwnDevice(readerId: string) {
  const [own, setOwn] = useState(() => isOwnDevice(readerId))
  const [supported, setSupported] = useState(false)
  useActingState()
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(() => setSupported(true))
  }, [])
  const change = (next: boolean) => {
    setOwn(next)
    markAsOwnDevice(readerId, next).catch(() => setOwn(isOwnDevice(readerId)))
  }
  return { own, change, supported: supported && actingFor() === null }
}

/** Offers at a ticket, on a phone, to keep tickets and calendar offline, until it is answered. */
export function KeepOnPhone({ readerId }: { readerId: string }) {
  const { own, change, supported } = useOwnDevice(readerId)
  const [answered, setAnswered] = useLocalStorage({ key: 'portal.keep-on-phone', defaultValue: false })
  if (!supported || own || answered) return null
  return (
    <Panel hiddenFrom="sm" title={m.device_offer_title()}>
      <Text mb="sm">{m.device_offer_text({ days: OFFLINE_DAYS })}</Text>
      <Group gap="xs">
        <Button
          onClick={() => {
            change(true)
            showToast({ message: m.device_own_text({ days: OFFLINE_DAYS }) })
          }}
        >
          {m.device_offer_keep()}
        </Button>
        <Button variant="default" onClick={() => setAnswered(true)}>
          {m.device_offer_not()}
        </Button>
      </Group>
    </Panel>
  )
}

/** Lets users mark their own device, where tickets and calendar are available offline for days. */
export function OwnDevice({ readerId }: { readerId: string }) {
  const { own, change, supported } = useOwnDevice(readerId)
  if (!supported) return null
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
