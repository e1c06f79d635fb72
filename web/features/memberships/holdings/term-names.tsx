import { Fragment } from 'react'
import type { Term } from '#contract/memberships/memberships.ts'
import { Own } from '#web/ui/own-text.tsx'

/** Somebody's memberships at a club. */
export const TermNames = ({ terms }: { readonly terms: readonly Term[] }) =>
  terms.map((term, at) => (
    <Fragment key={term.id}>
      {at > 0 && ', '}
      <Own of={term} field="configurationName" />
    </Fragment>
  ))
