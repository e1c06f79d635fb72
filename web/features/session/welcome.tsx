import { Alert, Box, Button, Code, Flex, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCreditCard,
  IconId,
  IconLockOff,
  IconMessageQuestion,
  IconTicket,
} from '#web/ui/icons/index.ts'
import { useId, type ReactNode } from 'react'
import { config } from '#web/api/config.ts'
import { register, signIn, type SignInFailure } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { Hero } from '#web/ui/hero.tsx'
import page from '#web/ui/page.module.css'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import c from './welcome.module.css'

interface WelcomeProps {
  readonly failed: SignInFailure | null
  /** Parts to see without signing in. */
  readonly children?: ReactNode
}

/** The front page for visitors who are not signed in. */
export function Welcome({ failed, children }: WelcomeProps) {
  const askHeading = useId()
  const reasons = [
    { icon: IconId, title: m.welcome_memberships_title(), text: m.welcome_memberships_text() },
    { icon: IconTicket, title: m.welcome_events_title(), text: m.welcome_events_text() },
    { icon: IconCreditCard, title: m.welcome_payment_title(), text: m.welcome_payment_text() },
  ]
  return (
    <Stack gap={28}>
      {failed && <FailureNote failed={failed} />}
      <Hero eyebrow={m.welcome_eyebrow({ product: config.productName })} title={m.welcome_title()} tall>
        <Text className={c.lead}>{m.front_lead()}</Text>
        {failed !== 'insecure' && (
          <Group mt="xl" gap="sm">
            <ButtonLink to={paths.organisations()} size="md" color="white" c="fjord.9">
              {m.own_organizations_find()}
            </ButtonLink>
            <Button size="md" variant="outline" color="white" c="white" onClick={() => void signIn()}>
              {m.welcome_sign_in()}
            </Button>
            <Button size="md" variant="outline" color="white" c="white" onClick={() => void register()}>
              {m.welcome_register()}
            </Button>
          </Group>
        )}
      </Hero>
      {children}
      <SimpleGrid component="ul" cols={{ base: 1, md: 3 }} spacing={{ base: 'sm', md: 20 }}>
        {reasons.map(({ icon: Icon, title, text }) => (
          <Flex
            component="li"
            key={title}
            direction={{ base: 'row', md: 'column' }}
            wrap={{ base: 'wrap', md: 'nowrap' }}
            gap="md"
            p={{ base: 18, md: 'lg' }}
            className={page.card}
          >
            <ThemeIcon variant="light" size={48} radius={14} aria-hidden>
              <Icon size={24} stroke={1.6} />
            </ThemeIcon>
            <Box flex={{ base: '1 1 8rem', md: 'none' }}>
              <Title order={2} size="h3">
                {title}
              </Title>
              <Text c="dimmed" mt={6}>
                {text}
              </Text>
            </Box>
          </Flex>
        ))}
      </SimpleGrid>
      <Group
        component="section"
        gap="16px 24px"
        justify="space-between"
        p={{ base: 18, md: 'lg' }}
        className={page.card ?? ''}
        aria-labelledby={askHeading}
      >
        <Box flex="1 1 260px">
          <Title order={2} size="h3" id={askHeading}>
            {m.welcome_ask_title()}
          </Title>
          <Text c="dimmed" mt={6}>
            {m.welcome_ask_text()}
          </Text>
        </Box>
        <ButtonLink
          to={paths.contactUs()}
          size="md"
          variant="light"
          leftSection={<IconMessageQuestion size={20} stroke={1.7} />}
        >
          {m.welcome_ask()}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

/** Explains why signing in is not possible. */
export function FailureNote({ failed }: { failed: SignInFailure }) {
  // A toast has said so.
  if (failed === 'closed') return null
  if (failed === 'unreachable') {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={m.session_unavailable_title()} role="alert">
        {m.session_unavailable_text()}
      </Alert>
    )
  }
  return (
    <Alert color="red" icon={<IconLockOff />} title={m.session_insecure_title()} role="alert">
      {m.session_insecure_text()} <Code>Web Crypto API is not available.</Code>
    </Alert>
  )
}
