import { beforeEach, expect, test } from 'vitest'
import type { ClubOrder, OrderLine } from '#contract/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { paymentsFile } from './payments-file.ts'

const kroner = (minor: number) => ({ minor, currency: 'DKK' })

const line = (change: Partial<OrderLine>): OrderLine => ({
  id: '0199a3c4-0000-7000-8000-000000000001',
  kind: 'membership',
  memberId: '0199a3c4-0000-7000-8000-000000000002',
  memberName: 'Alma Holm',
  title: 'Junior 2026',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  parts: {
    price: kroner(28_000),
    vatRate: 25,
    vat: kroner(7000),
    surcharge: kroner(0),
    discount: kroner(0),
    total: kroner(35_000),
  },
  membershipId: null,
  termId: null,
  event: null,
  refunded: kroner(0),
  replacesTrial: null,
  ...change,
})

const order = (lines: readonly OrderLine[]): ClubOrder => ({
  id: '0199a3c4-0000-7000-8000-000000000003',
  number: 'ROKLU-M-12345678901',
  status: 'paid',
  buyer: { name: '=HYPERLINK("https://evil.example")', email: '+anna@example.com' },
  testMode: false,
  total: kroner(70_000),
  createdAt: '2026-03-02T22:30:00Z',
  paidAt: '2026-03-02T23:30:00Z',
  receiptNumber: '2026-00042',
  lines: [...lines],
  endedLines: [],
  givenBack: [],
  can: { refund: true },
})

const rowsOf = async (orders: readonly ClubOrder[]) => (await paymentsFile(orders).blob.text()).split('\r\n')

beforeEach(() => overwriteGetLocale(() => 'da'))

test('each line is a row, with its date in Copenhagen and numeric amounts', async () => {
  const [head, first, second, end] = await rowsOf([
    order([line({}), line({ memberName: 'Carl; "Kalle" Holm', refunded: kroner(35_000) })]),
  ])
  expect(head).toContain('Betalt den;Kvitteringsnr.;Ordre;Køber')
  expect(first).toMatch(/^2026-03-03;2026-00042;ROKLU-M-12345678901;/)
  expect(first).toMatch(/;Junior 2026;Alma Holm;[^;]+;"70,00";"350,00";"0,00";DKK;$/)
  expect(second).toContain(';"Carl; ""Kalle"" Holm";')
  expect(second).toMatch(/;"70,00";"350,00";"350,00";DKK;$/)
  expect(end).toBe('')
})

test('a buyer’s name is never a formula', async () => {
  const [, row] = await rowsOf([order([line({ title: '@SUM(A1)' })])])
  expect(row).toContain(`;"'=HYPERLINK(""https://evil.example"")";'+anna@example.com;'@SUM(A1);`)
})

test.each([';', ',', '\t', '|', '\n', '"'])('a cell with %j is one cell in every spreadsheet', async (sign) => {
  const title = `Bad${sign}=1+1`
  const cell = `"${title.replace('"', '""')}"`
  for (const language of ['da', 'en'] as const) {
    overwriteGetLocale(() => language)
    expect(await paymentsFile([order([line({ title })])]).blob.text()).toContain(cell)
  }
})

test('English files separate cells with commas and decimals with points', async () => {
  overwriteGetLocale(() => 'en')
  const { fileName, blob } = paymentsFile([order([line({})])])
  expect(fileName).toBe('payments.csv')
  // Without the byte order mark, Excel assumes another encoding.
  expect([...new Uint8Array(await blob.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(await blob.text()).toContain(',70.00,350.00,0.00,DKK,')
})
