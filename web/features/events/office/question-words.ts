import type {
  questionFields,
  QuestionKind,
  QuestionReader,
  QuestionScope,
  QuestionTime,
} from '#contract/events/questions.ts'
import type { EditedField } from '#web/forms/edited-form.ts'
import type { LabelsOf } from '#web/forms/fields.tsx'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { hasOptions, type QuestionValues, readBackQuestion } from './question-values.ts'

export const questionLabels: LabelsOf<typeof questionFields> = {
  labelDa: m.question_label_da,
  labelEn: m.question_label_en,
  kind: m.question_kind,
  required: m.question_required,
  scope: m.question_scope,
  when: m.question_when,
  until: m.question_until,
  helpDa: m.question_help_da,
  helpEn: m.question_help_en,
  sensitive: m.question_sensitive,
  purposeDa: m.question_purpose_da,
  purposeEn: m.question_purpose_en,
  deleteDays: m.question_delete_days,
}

export const questionKindWords: Readonly<Record<QuestionKind, () => string>> = {
  text: m.question_kind_text,
  long_text: m.question_kind_long_text,
  choice: m.question_kind_choice,
  several: m.question_kind_several,
  yes_no: m.question_kind_yes_no,
  number: m.question_kind_number,
  date: m.question_kind_date,
  phone: m.question_kind_phone,
}

export const questionScopeWords: Readonly<Record<QuestionScope, () => string>> = {
  person: m.question_scope_person,
  order: m.question_scope_order,
  office: m.question_scope_office,
}

export const questionTimeWords: Readonly<Record<QuestionTime, () => string>> = {
  registration: m.question_when_registration,
  later: m.question_when_later,
  door: m.question_when_door,
}

export const questionReaderWords: Readonly<Record<QuestionReader, () => string>> = {
  event_manager: m.question_reader_event_manager,
  trainer: m.question_reader_trainer,
}

/** A question's or an option's text in the reader's language. */
export const inReadersLanguage = (da: string, en: string): string => ((getLocale() === 'en' && en.trim()) || da).trim()

export const questionName = ({ labelDa, labelEn }: Pick<QuestionValues, 'labelDa' | 'labelEn'>): string =>
  inReadersLanguage(labelDa, labelEn) || m.question_untitled()

/** A question in a line: `Each participant · Choose one · Must be answered`. */
export const questionSummary = ({ scope, kind, required, when }: QuestionValues): string =>
  [
    questionScopeWords[scope as QuestionScope](),
    questionKindWords[kind as QuestionKind](),
    questionTimeWords[when as QuestionTime](),
    ...(required ? [m.question_required()] : []),
  ].join(' · ')

/** The questions, to show two versions beside each other. */
export const questionsShown = (questions: readonly QuestionValues[]): EditedField => ({
  path: 'questions',
  label: m.event_edit_tab_questions(),
  value: questions.map(readBackQuestion),
  shown: questions
    .map((one) =>
      [
        questionName(one),
        questionSummary(one),
        ...(hasOptions(one) ? [one.options.map(({ da, en }) => inReadersLanguage(da, en)).join(', ')] : []),
      ].join(' · '),
    )
    .join('\n'),
})
