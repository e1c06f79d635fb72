import { Button, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCreditCard, IconTrash } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { SavedCard } from '#contract/memberships/memberships.ts'
import { problemText } from '#web/api/problem-text.ts'
import { formatList, formatShortDate, today } from '#web/ui/words/format.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { cardWords } from '../words.ts'
import { savedCardsQuery, useForgetCard } from '../queries.ts'

interface Props {
  memberId: string
  clubs: readonly { readonly id: string; readonly name: string }[]
}

/** Saved cards with what each renews, and a button to delete them. */
export function SavedCards({ memberId, clubs }: Props) {
  const cards = useQuery(savedCardsQuery(memberId))
  const [deleting, setDeleting] = useState<SavedCard | null>(null)
  const clubOf = ({ orgId }: SavedCard) => clubs.find(({ id }) => id === orgId)?.name ?? m.dashboard_closed_club()
  return (
    <Panel title={m.cards_title()} subtitle={m.cards_subtitle()}>
      {cards.data ? (
        cards.data.length === 0 ? (
          <Text c="dimmed">{m.cards_none()}</Text>
        ) : (
          <Rows>
            {cards.data.map((card) => (
              <CardItem key={card.id} card={card} club={clubOf(card)} onDelete={() => setDeleting(card)} />
            ))}
          </Rows>
        )
      ) : cards.error ? (
        <Stack role="alert" gap="sm" align="flex-start">
          <Text>{problemText(cards.error)}</Text>
          <Button variant="light" onClick={() => void cards.refetch()} loading={cards.isFetching}>
            {m.action_retry()}
          </Button>
        </Stack>
      ) : (
        <Skeleton height={72} radius="md" />
      )}
      {deleting && <DeleteQuestion card={deleting} club={clubOf(deleting)} onClose={() => setDeleting(null)} />}
    </Panel>
  )
}

interface ItemProps {
  card: SavedCard
  club: string
  onDelete: () => void
}

function CardItem({ card, club, onDelete }: ItemProps) {
  const expired = card.expires < today().slice(0, 7)
  const names = [...new Set(card.renews.map(({ memberName }) => memberName))]
  return (
    <Row
      picture={
        <ThemeIcon variant="light" size={42} aria-hidden>
          <IconCreditCard size={22} stroke={1.7} />
        </ThemeIcon>
      }
      title={cardWords(card)}
      aside={
        <Button
          variant="default"
          leftSection={<IconTrash size={18} stroke={1.7} />}
          onClick={onDelete}
          aria-label={m.cards_delete_named({ label: card.label, club })}
        >
          {m.cards_delete()}
        </Button>
      }
    >
      <Text size="sm">
        {names.length > 0 ? m.cards_renews({ names: formatList(names), club }) : m.cards_renews_nobody({ club })}
      </Text>
      <Text size="sm" c={expired ? 'red' : 'dimmed'}>
        {expired ? m.cards_over() : m.cards_saved({ date: formatShortDate(card.savedAt) })}
      </Text>
    </Row>
  )
}

function DeleteQuestion({ card, club, onClose }: { card: SavedCard; club: string; onClose: () => void }) {
  const forget = useForgetCard()
  const names = [...new Set(card.renews.map(({ memberName }) => memberName))]
  const confirm = async () => {
    try {
      await forget.mutateAsync(card.id)
      showToast({ message: m.cards_deleted({ label: card.label }) })
    } catch (error) {
      showToast({ type: 'error', title: m.cards_delete_failed(), message: problemText(error) })
    }
    onClose()
  }
  return (
    <QuestionDialog
      opened
      title={m.cards_delete_title({ label: card.label })}
      confirm={m.cards_delete()}
      busy={forget.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text>
        {names.length > 0
          ? m.cards_delete_explained({ names: formatList(names), club })
          : m.cards_delete_unused({ club })}
      </Text>
    </QuestionDialog>
  )
}
