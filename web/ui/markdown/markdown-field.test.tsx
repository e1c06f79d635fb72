import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { MarkdownField } from './markdown-field.tsx'

afterEach(cleanup)

function open(text: string) {
  const kept: string[] = []
  render(
    <MantineProvider>
      <MarkdownField
        label="Text"
        defaultValue={text}
        onChange={({ currentTarget }) => kept.push(currentTarget.value)}
      />
    </MantineProvider>,
  )
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text')
  const select = (part: string) =>
    field.setSelectionRange(field.value.indexOf(part), field.value.indexOf(part) + part.length)
  return { field, kept, select, hand: userEvent.setup() }
}

test.each([
  ['Bold', '<p>Pay <strong>before</strong> May.</p>'],
  ['Italic', '<p>Pay <em>before</em> May.</p>'],
  ['Heading', '<h3>Pay before May.</h3>'],
  ['List', '<ul><li>Pay before May.</li></ul>'],
])('%s writes what is then shown so, and a second press takes it away', async (name, shown) => {
  const { field, kept, select, hand } = open('Pay before May.')
  select('before')
  await hand.click(screen.getByRole('button', { name }))
  expect(kept.at(-1)).toBe(field.value)
  const { container } = render(<Markdown text={field.value} />)
  expect(container.firstElementChild!.innerHTML.replace(/<(\/?)h\d/g, '<$1h3')).toBe(shown)
  await hand.click(screen.getByRole('button', { name }))
  expect(field.value).toBe('Pay before May.')
})

test('a link selects its address, several lines become a list, and keys write bold', async () => {
  const { field, select, hand } = open('rules\ngear')
  select('rules')
  await hand.click(screen.getByRole('button', { name: 'Link' }))
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('https://')
  await hand.keyboard('https://club.example')
  expect(field.value).toBe('[rules](https://club.example)\ngear')
  field.select()
  await hand.click(screen.getByRole('button', { name: 'List' }))
  expect(field.value).toBe('- [rules](https://club.example)\n- gear')
  select('gear')
  await hand.keyboard('{Control>}b{/Control}')
  expect(field.value).toBe('- [rules](https://club.example)\n- **gear**')
})
