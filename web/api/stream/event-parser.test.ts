import { expect, test } from 'vitest'
import { createEventParser, type ParsedEvent } from './event-parser.ts'

function parse(...pieces: string[]): ParsedEvent[] {
  const events: ParsedEvent[] = []
  const feed = createEventParser((event) => events.push(event))
  for (const piece of pieces) feed(piece)
  return events
}

test('an event has a name and data', () => {
  expect(parse('event: bell\ndata: {"count":1}\n\n')).toEqual([{ event: 'bell', data: '{"count":1}' }])
})

test('without a name it is a message; a name does not stay for the next', () => {
  expect(parse('event: bell\ndata: 1\n\ndata: 2\n\n')).toEqual([
    { event: 'bell', data: '1' },
    { event: 'message', data: '2' },
  ])
})

test('several lines of data are one text; only the first space after the colon is dropped', () => {
  expect(parse('data: a\ndata:b\ndata:  c\ndata\n\n')).toEqual([{ event: 'message', data: 'a\nb\n c\n' }])
})

test('comments, other fields and events without data say nothing', () => {
  expect(parse(':\n\n: hello\n\nevent: bell\n\nid: 7\nretry: 10\nfoo: bar\n\n')).toEqual([])
})

test('an event that was cut off never happened', () => {
  expect(parse('event: bell\ndata: 1\n')).toEqual([])
})

test.each(['\n', '\r', '\r\n'])('wherever lines that end in %j are cut, the events are the same', (ending) => {
  const text = ':\n\nevent: bell\ndata: {"a":\ndata: "æøå 🔔"}\n\n:\n\ndata: two\n\n'
  const whole = text.replaceAll('\n', ending)
  const expected = parse(text)
  expect(expected).toHaveLength(2)
  for (let cut = 0; cut <= whole.length; cut++)
    expect(parse(whole.slice(0, cut), whole.slice(cut)), `cut at ${cut}`).toEqual(expected)
  expect(parse(...Array.from({ length: whole.length }, (_, at) => whole.charAt(at)))).toEqual(expected)
})
