import { readFileSync } from 'node:fs'
import { Button, Checkbox, Combobox, MantineProvider, Progress, Radio, Tabs, useCombobox } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import postcss, { type Rule } from 'postcss'
import { afterEach, expect, test } from 'vitest'
import { theme } from './theme.ts'

afterEach(cleanup)

/** The rules of the base styles where the reader's system has its own colours, as Windows has with high contrast. */
const rules: Rule[] = []
postcss.parse(readFileSync('web/ui/theme/base.css', 'utf8')).walkAtRules('media', (media) => {
  if (media.params === '(forced-colors: active)') media.walkRules((rule) => void rules.push(rule))
})

/** Whether an element, or the part of it that is drawn, is marked by more than its colour. */
const isMarked = (element: Element) =>
  rules.some(
    (rule) =>
      element.matches(rule.selector) &&
      rule.nodes.some((one) => one.type === 'decl' && /^(outline|color|background|border)$/.test(one.prop)),
  )

test('whatever is ticked, chosen or pressed is seen where the system forces its colours', () => {
  const Options = () => {
    const store = useCombobox({ opened: true })
    return (
      <Combobox store={store}>
        <Combobox.Options>
          <Combobox.Option value="a" data-combobox-selected>
            Reached by the arrows
          </Combobox.Option>
          <Combobox.Option value="b">Another</Combobox.Option>
        </Combobox.Options>
      </Combobox>
    )
  }
  const { container } = render(
    <MantineProvider env="test" theme={theme}>
      <Checkbox checked readOnly label="ticked" />
      <Checkbox checked={false} readOnly label="not ticked" />
      <Checkbox indeterminate readOnly label="some of them" />
      <Radio checked readOnly label="chosen" />
      <Radio checked={false} readOnly label="not chosen" />
      <Radio.Card checked>
        <Radio.Indicator />
      </Radio.Card>
      <Radio.Card checked={false}>
        <Radio.Indicator />
      </Radio.Card>
      <Checkbox.Card checked>
        <Checkbox.Indicator />
      </Checkbox.Card>
      <Tabs value="one">
        <Tabs.List>
          <Tabs.Tab value="one">Shown</Tabs.Tab>
          <Tabs.Tab value="two">Hidden</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <Button aria-pressed>Came</Button>
      <Button aria-pressed={false}>Absent</Button>
      <Options />
      <Progress value={40} />
    </MantineProvider>,
  )
  const marked = (selector: string) => [...container.querySelectorAll(selector)].map(isMarked)
  expect({
    checkboxes: marked('.mantine-Checkbox-input + svg'),
    radios: marked('.mantine-Radio-radio + svg'),
    radioCards: marked('.mantine-RadioCard-card svg'),
    checkboxCards: marked('.mantine-CheckboxCard-card svg'),
    tabs: marked('[role=tab]'),
    buttons: marked('button[aria-pressed]'),
    options: marked('[role=option]'),
    progress: marked('.mantine-Progress-section'),
  }).toEqual({
    checkboxes: [true, false, true],
    radios: [true, false],
    radioCards: [true, false],
    checkboxCards: [true],
    tabs: [true, false],
    buttons: [true, false],
    options: [true, false],
    progress: [true],
  })
})
