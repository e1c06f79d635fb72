import { Box, Button, Divider, Group, Image, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconPhoto } from '#web/ui/icons/index.ts'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { type EditedEvent, officeEvents } from '#contract/events/office.ts'
import { call } from '#web/api/client.ts'
import { objectUrlOf, upload } from '#web/api/files.ts'
import { PictureField } from '#web/parts/picture-field.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import type { Editor } from './event-form.ts'
import c from './event-editor.module.css'
import { officePictureQuery } from './queries.ts'

const CropPicture = lazyDialog(async () => (await import('./crop-picture.tsx')).CropPicture)

/** A picture that is cropped before it is saved. */
interface Cropped {
  readonly file: Blob
  readonly done: (chosen: Blob | null) => void
}

/** The picture, which is saved as soon as it is chosen, its words, and what every crop keeps. */
export function PicturePanel(editor: Editor) {
  const { club, event, onPartSaved } = editor
  const { data } = useQuery(officePictureQuery(club.id, event))
  const of = { orgId: club.id, eventId: event.id }
  const src = event.picture && data ? objectUrlOf(data) : null
  const [cropped, setCropped] = useState<Cropped | null>(null)
  return (
    <Panel title={m.event_picture()}>
      <PictureField
        title={m.event_picture()}
        explained={m.event_picture_explained()}
        picture={(preview) =>
          (preview ?? src) ? (
            <Image src={preview ?? src} alt="" w={220} h={116} fit="cover" radius="lg" />
          ) : (
            <Box w={220} h={116} className={c.blank ?? ''} aria-hidden>
              <IconPhoto size={36} stroke={1.3} />
            </Box>
          )
        }
        has={event.picture !== null}
        crop={(file) => new Promise((done) => setCropped({ file, done }))}
        put={(file, onProgress) => upload(officeEvents.putPicture, of, file, onProgress).then(onPartSaved)}
        remove={() => call(officeEvents.removePicture, of).then(onPartSaved)}
      />
      <CropPicture
        opened={cropped !== null}
        file={cropped?.file ?? null}
        onDone={(chosen) => {
          setCropped(null)
          cropped?.done(chosen)
        }}
      />
      {event.picture && (
        <>
          <Divider my="lg" />
          <PictureWords key={event.picture.version} {...editor} picture={event.picture} src={src} />
        </>
      )}
    </Panel>
  )
}

interface WordsProps extends Editor {
  readonly picture: NonNullable<EditedEvent['picture']>
  readonly src: string | null
}

/** Saved after a pause, and when the tab is left. */
function PictureWords({ club, event, picture, src, problemAt, onPartSaved }: WordsProps) {
  const [words, setWords] = useState({
    da: picture.alt.da,
    en: picture.alt.en ?? '',
    x: picture.focalX,
    y: picture.focalY,
  })
  const save = useMutation({
    // One after the other: the server keeps what comes last.
    scope: { id: `picture ${event.id}` },
    mutationFn: ({ da, en, x, y }: typeof words) =>
      call(officeEvents.describePicture, {
        orgId: club.id,
        eventId: event.id,
        alt: { da: da.trim(), ...(en.trim() && { en: en.trim() }) },
        focalX: x,
        focalY: y,
      }),
    onSuccess: onPartSaved,
  })
  const saveSoon = useDebouncedCallback(save.mutate, { delay: 800, flushOnUnmount: true })
  const change = (next: Partial<typeof words>) => {
    const all = { ...words, ...next }
    setWords(all)
    if (event.status === 'draft' || all.da.trim() !== '') saveSoon(all)
  }
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <TextInput
          lang="da"
          limit={300}
          label={m.event_picture_alt_da()}
          description={m.event_picture_alt_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={words.da}
          onChange={({ currentTarget: { value } }) => change({ da: value })}
          data-path="picture"
          error={
            words.da.trim() === '' &&
            (event.status === 'draft' ? problemAt('picture') : m.event_fault_alt_text_missing())
          }
        />
        <TextInput
          lang="en"
          limit={300}
          label={m.event_picture_alt_en()}
          value={words.en}
          onChange={({ currentTarget: { value } }) => change({ en: value })}
        />
      </SimpleGrid>
      {src && <FocalPoint src={src} focal={words} onChange={change} />}
      <Group gap="4px 12px">
        <Text size="sm" c={save.error ? 'var(--mantine-color-error)' : 'dimmed'} role={save.error ? 'alert' : 'status'}>
          {save.error ? problemText(save.error) : save.isSuccess && m.event_picture_saved()}
        </Text>
        {save.error && (
          <Button variant="default" size="compact-sm" onClick={() => save.mutate(words)}>
            {m.action_retry()}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

interface FocalProps {
  readonly src: string
  readonly focal: Point
  readonly onChange: (focal: Point) => void
}

const within = (share: number) => Math.min(100, Math.max(0, Math.round(share)))

const keys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
}

/** The centre of crops: a press on the picture, or arrow keys; beside it the crop of a card. */
function FocalPoint({ src, focal, onChange }: FocalProps) {
  const onClick = ({ detail, clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    // Enter and the space bar press, too.
    if (detail === 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: within((100 * (clientX - left)) / width), y: within((100 * (clientY - top)) / height) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keys[event.key]
    if (!step) return
    event.preventDefault()
    onChange({ x: within(focal.x + step[0]), y: within(focal.y + step[1]) })
  }
  return (
    <div>
      <Text fw={620} mb={4}>
        {m.event_picture_focal()}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {m.event_picture_focal_hint()}
      </Text>
      <Group gap="md" align="flex-start">
        <UnstyledButton
          className={c.focal ?? ''}
          onClick={onClick}
          onKeyDown={onKeyDown}
          aria-label={m.event_picture_focal_at({ x: focal.x, y: focal.y })}
        >
          <img src={src} alt="" />
          <span style={{ left: `${focal.x}%`, top: `${focal.y}%` }} />
        </UnstyledButton>
        <Image
          src={src}
          alt=""
          w={300}
          h={108}
          radius="lg"
          fit="cover"
          style={{ objectPosition: `${focal.x}% ${focal.y}%` }}
        />
      </Group>
    </div>
  )
}
