import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconBolt, IconDeviceMobileCheck, IconDeviceMobileDown, IconMapPin, IconTicket } from '#web/ui/icons/index.ts'
import { config } from '#web/api/config.ts'
import { isInstalled, useInstall } from '#web/api/installed.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { browserOf, browsers, guides, type Browser } from './browsers.ts'
import c from './install.module.css'
import { StepDrawing } from './step-drawing.tsx'

/** How to install the portal: with a press where the browser offers it, else step by step, this browser's steps first. */
export function InstallGuide() {
  const own = browserOf(navigator)
  const { offer, done, install } = useInstall()
  const others = browsers.filter((browser) => browser !== own)
  return (
    <Stack gap="lg">
      <Gains />
      {(done || isInstalled()) && (
        <Alert
          color="teal"
          role="status"
          icon={<IconDeviceMobileCheck />}
          title={isInstalled() ? m.install_here_title() : m.install_done_title()}
        >
          {m.install_done_text()}
        </Alert>
      )}
      {offer && (
        <Panel>
          <Group justify="space-between" gap="md">
            <Text flex="1 1 220px">{m.install_offer()}</Text>
            <Button
              size="md"
              leftSection={<IconDeviceMobileDown size={20} stroke={1.7} />}
              onClick={() => void install()}
            >
              {m.install_press()}
            </Button>
          </Group>
        </Panel>
      )}
      {own ? (
        <Panel title={guides[own].title()} subtitle={m.install_own()}>
          <Steps of={own} />
        </Panel>
      ) : (
        <Alert color="fjord" icon={<IconDeviceMobileDown />} title={m.install_unable_title()}>
          {m.install_unable()}
        </Alert>
      )}
      <section aria-labelledby="other-browsers">
        <Title order={2} id="other-browsers" mb="sm">
          {m.install_others()}
        </Title>
        <Panel py="xs">
          {others.map((browser) => (
            <Fold
              key={browser}
              icon={<IconDeviceMobileDown aria-hidden size={20} stroke={1.7} />}
              title={guides[browser].title()}
            >
              <Steps of={browser} />
            </Fold>
          ))}
        </Panel>
      </section>
    </Stack>
  )
}

const Steps = ({ of }: { of: Browser }) => (
  <ol className={c.steps}>
    {guides[of].steps.map(({ drawing, text }) => (
      <li key={drawing} className={c.step}>
        <StepDrawing drawing={drawing} />
        <p className={c.says}>{text()}</p>
      </li>
    ))}
  </ol>
)

const Gains = () => (
  <ul className={c.gains}>
    {[
      { icon: IconBolt, text: m.install_gain_open() },
      { icon: IconTicket, text: m.install_gain_tickets() },
      { icon: IconMapPin, text: m.install_gain_place({ minutes: config.sessionTimeoutMinutes }) },
    ].map(({ icon: GainIcon, text }) => (
      <li key={text}>
        <GainIcon size={22} stroke={1.6} aria-hidden />
        {text}
      </li>
    ))}
  </ul>
)
