import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  CopyButton,
  Group,
  List,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconBrandApple,
  IconBrandGoogle,
  IconBrandWindows,
  IconCheck,
  IconCopy,
  IconInfoCircle,
  IconKey,
} from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import { Fold } from '#web/ui/fold.tsx'
import { m } from '#words/messages.js'

/** Where calendar services take an address. */
export function feedLinks(url: string, name: string) {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    apple: webcal,
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name })}`,
    outlookAtWork: `https://outlook.office.com/calendar/0/addfromweb?${new URLSearchParams({ url, name })}`,
  }
}

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const

/** A new subscription's address, shown this once, with a way into each calendar. */
export function FeedAddress({ url, name, onDone }: { url: string; name: string; onDone: () => void }) {
  const links = feedLinks(url, name)
  const outside = { target: '_blank', rel: 'noopener noreferrer' }
  const other = { component: 'a', variant: 'light', ...outside } as const
  return (
    <Stack gap="md">
      <Text>{m.feed_choose_program()}</Text>
      <Stack gap="xs">
        <Button component="a" href={links.apple} leftSection={<IconBrandApple {...icon} />}>
          {m.feed_apple()}
        </Button>
        <Button {...other} href={links.google} leftSection={<IconBrandGoogle {...icon} />}>
          {m.feed_google()}
        </Button>
        <Button {...other} href={links.outlook} leftSection={<IconBrandWindows {...icon} />}>
          {m.feed_outlook()}
        </Button>
      </Stack>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={m.feed_address()}
          value={url}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <>
              <ActionIcon variant="default" size="input-sm" onClick={copy} aria-label={m.feed_copy()}>
                {copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
              </ActionIcon>
              <VisuallyHidden role="status">{copied && m.feed_copied()}</VisuallyHidden>
            </>
          )}
        </CopyButton>
      </Group>
      <Alert icon={<IconKey {...icon} />}>{m.feed_once()}</Alert>
      <Fold icon={<IconInfoCircle {...icon} />} title={m.feed_how()}>
        <Stack gap="sm">
          <Steps title={m.feed_apple()} steps={[m.feed_apple_press(), m.feed_apple_subscribe()]} />
          <Steps
            title={m.feed_google()}
            steps={[m.feed_google_computer(), m.feed_google_add(), m.feed_google_phone()]}
          />
          <Steps
            title={m.feed_outlook()}
            steps={[
              m.feed_outlook_press(),
              <>
                {m.feed_outlook_work()}{' '}
                <Anchor inherit underline="always" href={links.outlookAtWork} {...outside}>
                  {m.feed_outlook_work_link()}
                </Anchor>
              </>,
            ]}
          />
          <Steps title={m.feed_other()} steps={[m.feed_other_copy()]} />
          <Text size="sm" c="dimmed">
            {m.feed_how_often()}
          </Text>
        </Stack>
      </Fold>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {m.feed_done()}
        </Button>
      </Group>
    </Stack>
  )
}

const Steps = ({ title, steps }: { title: string; steps: readonly ReactNode[] }) => (
  <div>
    <Text fw={640}>{title}</Text>
    <List type="ordered" listStyleType="decimal" size="sm">
      {steps.map((step, at) => (
        <List.Item key={at}>{step}</List.Item>
      ))}
    </List>
  </div>
)
