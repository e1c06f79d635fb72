import { ActionIcon, Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasWords } from '#contract/search-words.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { FoundWords } from '#web/ui/fields/found-words.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { IconTrash } from '#web/ui/icons/index.ts'
import { m } from '#words/messages.js'
import { questionTemplatesQuery, templateName, useQuestionTemplates } from './question-template-queries.ts'
import { fromTemplate, type QuestionValues } from './question-values.ts'
import { questionSummary } from './question-words.ts'

/** From so many on they can be searched. */
const MANY = 8

interface ListProps {
  readonly orgId: string
  readonly onAdd: (question: QuestionValues) => void
}

interface Props extends ListProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** A club's templates of questions: each can be added to the event, or deleted. */
export const QuestionTemplates = ({ opened, onClose, ...list }: Props) => (
  <Modal opened={opened} onClose={onClose} size="lg" title={m.question_templates()}>
    <List {...list} />
  </Modal>
)

function List({ orgId, onAdd }: ListProps) {
  const query = useQuery(questionTemplatesQuery(orgId))
  const { remove } = useQuestionTemplates(orgId)
  const [search, setSearch] = useState('')
  if (!query.data) return <NotLoaded query={query} rows={3} height={60} />
  if (query.data.length === 0) return <Text c="dimmed">{m.question_templates_none()}</Text>
  const found = query.data.filter(({ question: { label } }) => hasWords(`${label.da} ${label.en ?? ''}`, search))
  return (
    <Stack gap="md">
      {query.data.length > MANY && (
        <SearchField label={m.question_templates_search()} value={search} onChange={setSearch} />
      )}
      <FoundWords count={search === '' ? undefined : found.length} none={m.question_templates_not_found()} />
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={m.question_templates()}>
        {found.map((template) => {
          const name = templateName(template.question)
          return (
            <Group key={template.id} component="li" justify="space-between" gap="xs">
              <Box flex="1 1 12rem" miw={0}>
                <Text fw={560} data-own-words>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {questionSummary(fromTemplate(template.question))}
                </Text>
              </Box>
              <Group gap={6} wrap="nowrap">
                <Button
                  size="xs"
                  aria-label={m.question_template_use_named({ name })}
                  onClick={() => onAdd(fromTemplate(template.question))}
                >
                  {m.question_template_use()}
                </Button>
                <ActionIcon
                  variant="default"
                  aria-label={m.question_template_remove({ name })}
                  loading={remove.isPending && remove.variables.id === template.id}
                  onClick={() => remove.mutate(template)}
                >
                  <IconTrash size={17} stroke={1.7} />
                </ActionIcon>
              </Group>
            </Group>
          )
        })}
      </Stack>
    </Stack>
  )
}
