import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
import { Brand, type BrandProps } from './brand.tsx'
import { Footer, type FooterProps } from './footer.tsx'
import c from './shell.module.css'
import { StoreBadge } from './store-badge.tsx'
import { languageButton, LanguageSwitch, ThemeToggle, type LanguageChoice } from './tools.tsx'
import { TrailOnPhone, Where, type WhereProps } from './where.tsx'

export interface PublicFrameProps {
  readonly brand: BrandProps
  readonly language: LanguageChoice
  readonly footer: FooterProps
  readonly storeUrl: string | null
  readonly page: WhereProps
  readonly children: ReactNode
}

/** The portal around a page for someone who is not signed in: no menu, nothing personal. */
export const PublicFrame = ({ brand, language, footer, storeUrl, page, children }: PublicFrameProps) => (
  <div className={c.frame} data-menu="none">
    <a href="#main" className={c.skip}>
      {m.shell_skip()}
    </a>
    <header className={c.header}>
      <div className={c.headerBrand}>
        <Brand {...brand} />
      </div>
      <Where {...page} />
      {storeUrl && <StoreBadge url={storeUrl} />}
      <div className={c.tools}>
        <ThemeToggle />
        <LanguageSwitch {...language} id={languageButton} />
      </div>
    </header>
    <main id="main" className={c.main} tabIndex={-1}>
      <div className={c.wrap}>
        <TrailOnPhone {...page} />
        <div className={c.content}>{children}</div>
      </div>
    </main>
    <Footer {...footer} />
  </div>
)
