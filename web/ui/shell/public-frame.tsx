import { AppShell, Box, Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
import { ButtonLink, TextLink } from '../link.tsx'
import { Brand, type BrandProps } from './brand.tsx'
import { HeaderBreadcrumbs, type BreadcrumbsProps } from './breadcrumbs.tsx'
import { PageBody, SkipLink, type FooterProps } from './page-body.tsx'
import { StoreBadge } from './store-badge.tsx'
import { LanguageSwitch, ThemeToggle, type LanguageChoice } from './tools.tsx'

export interface PublicFrameProps {
  readonly brand: BrandProps
  readonly language: LanguageChoice
  readonly footer: FooterProps
  readonly storeUrl: string | null
  /** The list of clubs. */
  readonly clubs: string
  /** The list of events; on a phone the front page leads there. */
  readonly events: string
  /** The page about signing in, for where scripts are slow, and what its link does; null where it would be in the way. */
  readonly signIn: { readonly to: string; readonly onPress: () => void } | null
  readonly page: BreadcrumbsProps
  readonly children: ReactNode
}

/** The layout of pages for people who are signed out. */
export const PublicFrame = ({
  brand,
  language,
  footer,
  storeUrl,
  clubs,
  events,
  signIn,
  page,
  children,
}: PublicFrameProps) => (
  <AppShell header={{ height: 64 }} transitionDuration={0}>
    <SkipLink />
    <AppShell.Header>
      <Container h="100%">
        <Group h="100%" gap="clamp(0px, 1vw - 4px, 2px)" wrap="nowrap">
          <Brand {...brand} short="phone" />
          <Box flex={1} miw={0} px={{ base: 0, sm: 'md' }}>
            <Box visibleFrom="sm">
              <HeaderBreadcrumbs {...page} />
            </Box>
          </Box>
          {storeUrl && (
            <Box visibleFrom="sm">
              <StoreBadge url={storeUrl} />
            </Box>
          )}
          <Box visibleFrom="sm">
            <TextLink to={events} alone size="sm" fw={600} px="xs">
              {m.title_club_events()}
            </TextLink>
          </Box>
          <TextLink to={clubs} alone size="sm" fw={600} px="clamp(2px, 2vw - 2px, 8px)">
            {m.front_clubs()}
          </TextLink>
          <ThemeToggle />
          <LanguageSwitch {...language} />
          {signIn && (
            <ButtonLink
              to={signIn.to}
              // In pixels, because a phone's header has no room for space that grows with the text.
              px="clamp(10px, 3vw, 18px)"
              ml="clamp(2px, 1vw, 6px)"
              onClick={(press) => {
                press.preventDefault()
                signIn.onPress()
              }}
            >
              {m.welcome_sign_in()}
            </ButtonLink>
          )}
        </Group>
      </Container>
    </AppShell.Header>
    <PageBody where={page} footer={footer}>
      {children}
    </PageBody>
  </AppShell>
)
