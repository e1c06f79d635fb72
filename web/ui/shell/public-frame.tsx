import { AppShell, Box, Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
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
  readonly page: BreadcrumbsProps
  readonly children: ReactNode
}

/** The layout of pages for people who are signed out. */
export const PublicFrame = ({ brand, language, footer, storeUrl, page, children }: PublicFrameProps) => (
  <AppShell header={{ height: 64 }} transitionDuration={0}>
    <SkipLink />
    <AppShell.Header>
      <Container h="100%">
        <Group h="100%" gap={2} wrap="nowrap">
          <Brand {...brand} />
          <Box flex={1} miw={0} px="md">
            <Box visibleFrom="sm">
              <HeaderBreadcrumbs {...page} />
            </Box>
          </Box>
          {storeUrl && (
            <Box visibleFrom="sm">
              <StoreBadge url={storeUrl} />
            </Box>
          )}
          <ThemeToggle />
          <LanguageSwitch {...language} />
        </Group>
      </Container>
    </AppShell.Header>
    <PageBody where={page} footer={footer}>
      {children}
    </PageBody>
  </AppShell>
)
