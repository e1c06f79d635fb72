import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { Route } from './_member._office.office.$orgKey.memberships.copy.tsx'

vi.mock('./-office.tsx', () => ({ useOffice: () => ({ club: { id: 'club', key: 'ROW' } }) }))

const year = new Date().getFullYear()
const season = (series: string, of: number) => ({
  id: series,
  series,
  name: { da: `${series} ${of}` },
  state: 'over',
  startDate: `${of}-01-01`,
  endDate: `${of}-12-31`,
  offerStartDate: `${of}-01-01`,
  price: 50_000,
  vatRate: 0,
  surcharge: 0,
  parts: { total: { minor: 50_000, currency: 'DKK' } },
})

test('a membership that the club gave up years ago is not copied', async () => {
  const seasons = [season('Senior', year - 1), season('Intro', year - 2)]
  vi.stubGlobal('fetch', async (address: URL | string) =>
    Response.json(String(address).includes('preview') ? [] : { seasons, currency: 'DKK' }),
  )
  drawPage(Route.options.component!)
  expect(await screen.findByRole('checkbox', { name: `Senior ${year - 1}` })).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: `Intro ${year - 2}` })).toBeNull()
})
