import { useMutation } from '@tanstack/react-query'
import { questionTemplates, type TemplateQuestion } from '#contract/events/question-templates.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys, whenDone } from '#web/api/query-client.ts'
import { showFailure, showUndo } from '#web/api/toasts.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { type QuestionValues, templateOf } from './question-values.ts'
import { inReadersLanguage } from './question-words.ts'

export const questionTemplatesQuery = (orgId: string) =>
  callQuery([...queryKeys.events, 'office', orgId, 'question-templates'], questionTemplates.list, { orgId })

export const templateName = ({ label: { da, en = '' } }: TemplateQuestion): string => inReadersLanguage(da, en)

/** Saves a question as a template, as it is typed now, or deletes one, with an undo. */
export function useQuestionTemplates(orgId: string) {
  const onSettled = useReload(questionTemplatesQuery(orgId).queryKey)
  const add = useCall(questionTemplates.save, { orgId }, { onSettled })
  const save = (question: QuestionValues) =>
    whenDone(add.mutateAsync({ question: templateOf(question) }), {
      onSuccess: (saved) => showToast({ message: m.question_template_saved({ name: templateName(saved.question) }) }),
      onError: showFailure,
    })
  const remove = useMutation({
    mutationFn: ({ id }: { readonly id: string; readonly question: TemplateQuestion }) =>
      call(questionTemplates.remove, { orgId, templateId: id }),
    onSuccess: (_, { question }) =>
      showUndo(m.question_template_removed({ name: templateName(question) }), () => add.mutateAsync({ question })),
    onError: showFailure,
    onSettled,
  })
  return { save, remove }
}
