import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import type { AddDraft } from './add-draft.ts'
import { WhatStep } from './add-what-step.tsx'

afterEach(cleanup)

test('an event that is not offered any more is said to be missing', () => {
  overwriteGetLocale(() => 'en')
  const draft = { eventId: 'gone', lines: [] as AddDraft['lines'] } as AddDraft
  const offers = { memberships: [], events: [] }
  const { getByRole } = render(
    <MantineProvider env="test">
      <WhatStep {...{ offers, draft }} quote={undefined} showErrors onChange={() => undefined} />
    </MantineProvider>,
  )
  expect(getByRole('alert').textContent).toBe('Choose at least one membership or event.')
})
