import { UnstyledButton } from '@mantine/core'
import { IconRefresh } from '#web/ui/icons/index.ts'
import { useEffect, useState } from 'react'
import { ownBuild, reloadPage, watchBuilds } from '#web/api/new-build.ts'
import { FootBar, footAction } from '#web/ui/foot-bars.tsx'
import { m } from '#words/messages.js'

export function NewBuildPrompt({ onOther }: { onOther: () => void }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const ownBuildId = ownBuild()
    if (ownBuildId === null) return
    return watchBuilds(ownBuildId, (other) => {
      setShown(other)
      if (other) onOther()
    })
  }, [onOther])
  return (
    <FootBar
      shown={shown}
      tone="news"
      icon={<IconRefresh aria-hidden size={20} stroke={1.8} />}
      title={m.build_title()}
      actions={
        <>
          <UnstyledButton className={footAction} onClick={reloadPage}>
            {m.build_reload()}
          </UnstyledButton>
          {/* The next hourly check shows it again. */}
          <UnstyledButton className={footAction} onClick={() => setShown(false)}>
            {m.build_later()}
          </UnstyledButton>
        </>
      }
    >
      {m.build_text()}
    </FootBar>
  )
}
