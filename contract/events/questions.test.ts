import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AnswerValue,
  answerProblem,
  answersOf,
  answerText,
  askedQuestions,
  missingAnswers,
  type Question,
  questionKinds,
  questionProblems,
} from './questions.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const question = (number: number, rest: Partial<Question> = {}): Question => ({
  id: id(number),
  scope: 'person',
  kind: 'text',
  label: { da: `Spørgsmål ${number}` },
  help: { da: '' },
  options: [],
  required: false,
  categories: null,
  condition: null,
  when: 'registration',
  until: null,
  sensitive: false,
  purpose: { da: '' },
  deleteDays: 730,
  readers: [],
  ...rest,
})
const options = ['a', 'b'].map((key) => ({ key, label: { da: key } }))
const child = { age: 9, categoryId: id(100) }
const numbers = (questions: readonly Question[]) => questions.map((one) => Number(one.id.slice(-3)))

test('a question depends on an answer, an age and a category', () => {
  const questions = [
    question(1, { kind: 'choice', options }),
    question(2, { condition: { question: id(1), in: ['b'] } }),
    question(3, { condition: { age: { min: null, max: 12 } } }),
    question(4, { categories: [id(101)] }),
    question(5, { scope: 'order' }),
  ]
  expect(numbers(askedQuestions(questions, child, {}))).toEqual([1, 3])
  expect(numbers(askedQuestions(questions, child, { [id(1)]: 'b' }))).toEqual([1, 2, 3])
  expect(numbers(askedQuestions(questions, { age: 13, categoryId: id(101) }, { [id(1)]: 'a' }))).toEqual([1, 4])
  expect(numbers(askedQuestions(questions, { age: null, categoryId: id(100) }, {}))).toEqual([1])
  expect(numbers(askedQuestions(questions, null, {}))).toEqual([5])
})

test('an answer that hides a question hides those that depend on it, and their answers', () => {
  const questions = [
    question(1, { kind: 'yes_no' }),
    question(2, { kind: 'several', options, condition: { question: id(1), in: ['true'] } }),
    question(3, { required: true, condition: { question: id(2), in: ['b'] } }),
  ]
  const answers = { [id(1)]: true, [id(2)]: ['a', 'b'], [id(3)]: 'Nødder' }
  expect(numbers(askedQuestions(questions, child, answers))).toEqual([1, 2, 3])
  const changed = { ...answers, [id(1)]: false }
  const asked = askedQuestions(questions, child, changed)
  expect(numbers(asked)).toEqual([1])
  expect(answersOf(asked, changed)).toEqual({ [id(1)]: false })
  expect(missingAnswers(asked, changed, ['registration'])).toEqual([])
})

test('whatever is answered, nothing hidden is required and no hidden answer is kept', () => {
  const answer = fc.oneof(fc.boolean(), fc.constantFrom('a', 'b', ''), fc.subarray(['a', 'b']))
  const condition = fc.record({ question: fc.nat(5), in: fc.subarray(['a', 'b', 'true'], { minLength: 1 }) })
  const one = fc.record({ kind: fc.constantFrom(...questionKinds), on: fc.option(condition), required: fc.boolean() })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), fc.array(answer, { maxLength: 6 }), (made, given) => {
      const questions = made.map(({ kind, on, required }, at) =>
        question(at, { kind, required, options, condition: on && { question: id(on.question), in: on.in } }),
      )
      const answers = Object.fromEntries(given.map((value, at) => [id(at), value]))
      const asked = askedQuestions(questions, child, answers)
      const kept = answersOf(asked, answers)
      // The answers that are kept lead to the same questions.
      expect(numbers(askedQuestions(questions, child, kept))).toEqual(numbers(asked))
      for (const { condition: on } of asked)
        if (on && 'question' in on) expect(numbers(asked)).toContain(Number(on.question.slice(-3)))
      expect(asked).toEqual(expect.arrayContaining(missingAnswers(asked, kept, ['registration'])))
    }),
  )
})

test.each<[Question['kind'], AnswerValue, string | null]>([
  ['text', 'Nødder', null],
  ['text', '', null],
  ['text', 'x'.repeat(201), 'too_long'],
  ['long_text', 'x'.repeat(2001), 'too_long'],
  ['text', true, 'invalid'],
  ['choice', 'a', null],
  ['choice', 'c', 'option_gone'],
  ['several', ['a', 'c'], 'option_gone'],
  ['several', 'a', 'invalid'],
  ['yes_no', 'true', 'invalid'],
  ['number', 3.5, null],
  ['number', Number.NaN, 'invalid'],
  ['number', '3', 'invalid'],
  ['date', '2027-02-29', 'invalid'],
  ['date', '2027-03-29', null],
  ['phone', 'ring til mor', 'invalid'],
])('an answer to %s: %j', (kind, answer, problem) => {
  expect(answerProblem(question(1, { kind, options }), answer)).toBe(problem)
})

test('an office reads what is wrong with a question beside its field', () => {
  const problems = questionProblems([
    question(1, { label: { da: ' ' }, condition: { question: id(1), in: ['a'] } }),
    question(2, { condition: { question: id(3), in: ['a'] } }),
    question(3, { kind: 'choice', options: [...options, options[0]!] }),
    question(4, { kind: 'several', condition: { question: id(3), in: ['c'] } }),
    question(5, { sensitive: true, when: 'later', condition: { question: id(1), in: ['a'] } }),
    question(6, { scope: 'order', condition: { age: { min: 18, max: null } } }),
    question(7, { scope: 'office', required: true, condition: { question: id(3), in: ['b'] } }),
    question(8, { scope: 'order', condition: { question: id(3), in: ['b'] } }),
    question(9, { condition: { question: id(3), in: [] } }),
    ...[
      { min: null, max: null },
      { min: 12, max: 121 },
      { min: 13, max: 12 },
    ].map((age, at) => question(10 + at, { condition: { age } })),
  ])
  expect(
    problems.map(({ index, field, problem }) => `${index + 1} ${field}: ${problem.replace('question_', '')}`),
  ).toEqual([
    '1 label: label_missing',
    '1 condition: condition_not_before',
    '2 condition: condition_not_before',
    '3 options: option_twice',
    '4 options: options_missing',
    '4 condition: condition_option_gone',
    '5 purpose: purpose_missing',
    '5 until: until_missing',
    '5 condition: condition_without_options',
    '6 condition: age_of_an_order',
    '7 required: required_of_office',
    '8 condition: condition_not_before',
    '9 condition: condition_missing',
    '10 condition: condition_missing',
    '11 condition: age_out_of_range',
    '12 condition: ages_reversed',
  ])
})

test('what depends on a sensitive question tells nobody else what was answered', () => {
  const sick = question(1, { kind: 'yes_no', sensitive: true, purpose: { da: 'Mad' }, readers: ['trainer'] })
  const problemsOf = (more: Partial<Question>) =>
    questionProblems([
      sick,
      question(2, { purpose: { da: 'Mad' }, condition: { question: sick.id, in: ['true'] }, ...more }),
    ]).map(({ problem }) => problem)
  expect(problemsOf({ sensitive: true, readers: [] })).toEqual([])
  expect(problemsOf({ sensitive: false })).toEqual(['question_condition_sensitive'])
  expect(problemsOf({ sensitive: true, readers: ['event_manager'] })).toEqual(['question_condition_sensitive'])
  expect(problemsOf({ sensitive: true, when: 'later', until: '2049-01-01' })).toEqual(['question_condition_sensitive'])
})

test('an answer is written as people write it in their language', () => {
  const said = (kind: Question['kind'], value: AnswerValue) =>
    (['da', 'en'] as const).map((language) =>
      answerText({ kind, options: [{ key: 'bus', label: { da: 'Bus', en: 'Coach' } }] }, value, language, {
        yes: 'ja',
        no: 'nej',
      }),
    )
  expect(said('date', '2026-05-01')).toEqual(['1. maj 2026', '1 May 2026'])
  expect(said('number', 1.5)).toEqual(['1,5', '1.5'])
  expect(said('number', 2026)).toEqual(['2026', '2026'])
  expect(said('phone', '+4520111213')[0]).toBe('+45\u00a020\u00a011\u00a012\u00a013')
  expect(said('several', ['bus'])).toEqual(['Bus', 'Coach'])
  expect(said('text', '2026-05-01')[0]).toBe('2026-05-01')
})
