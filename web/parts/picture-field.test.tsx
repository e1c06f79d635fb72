import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { PictureField } from './picture-field.tsx'

// There is no canvas here.
vi.mock('#web/ui/fields/prepare-image.ts', () => ({ prepareImage: async (blob: Blob) => ({ blob }) }))

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

test('that a picture is being sent, and that it is saved, is said in a place that was there before', async () => {
  let answer = () => {}
  URL.createObjectURL = () => 'blob:logo'
  URL.revokeObjectURL = () => undefined
  const { container } = drawPage(() => (
    <PictureField
      title="Logo"
      explained="A square one"
      picture={() => null}
      has={false}
      put={() => new Promise<void>((resolve) => (answer = resolve))}
      remove={async () => undefined}
    />
  ))
  const status = await screen.findByRole('status')
  expect(status.textContent).toBe('')
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(input, { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } })
  await vi.waitFor(() => expect(status.textContent).toBe('Sending the picture…'))
  answer()
  await vi.waitFor(() => expect(status.textContent).toBe('The picture is saved.'))
})
