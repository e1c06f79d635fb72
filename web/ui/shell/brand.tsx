import { PlainLink } from '../link.tsx'
import { Mark } from './mark.tsx'
import c from './shell.module.css'

export interface BrandProps {
  readonly name: string
  /** Shown in place of the logo in an environment that is not the real one. */
  readonly devTitle: string | null
  readonly home: string
}

/** The logo, leading home. */
export function Brand({ name, devTitle, home }: BrandProps) {
  return (
    <PlainLink to={home} className={c.brand ?? ''} aria-label={devTitle ?? name}>
      {devTitle ? (
        <span className={c.devTitle}>{devTitle}</span>
      ) : (
        <>
          <Mark />
          <span className={c.brandName}>{name}</span>
        </>
      )}
    </PlainLink>
  )
}
