import { Box, Button, Group, Progress, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCamera, IconPhoto, IconTrash } from '#web/ui/icons/index.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { prepareImage } from '#web/ui/fields/prepare-image.ts'
import { m } from '#words/messages.js'
import c from './picture-field.module.css'
import { problemText } from '#web/api/problem-text.ts'

interface Props {
  readonly title: string
  readonly explained: string
  /** Draws the picture. @param preview the one being sent, as an object URL */
  readonly picture: (preview: string | null) => ReactNode
  readonly has: boolean
  /** Offers the camera on phones. */
  readonly camera?: boolean
  /** Asks for a part of it before it is saved; null for no picture after all. */
  readonly crop?: (file: Blob) => Promise<Blob | null>
  /** Nothing else is saved with it. @param onProgress receives the share sent, 0 to 1 */
  readonly put: (file: Blob, onProgress: (share: number) => void) => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

const refusals = { image_unreadable: m.problem_image_unreadable, image_too_large: m.problem_image_too_large }

/** A picture, which can be chosen, dropped, taken with the camera or removed. It is saved at once. */
export function PictureField({ title, explained, picture, has, camera = false, crop, ...save }: Props) {
  const [preview, setPreview] = useState<string | null>(null)
  const [progress, setProgress] = useState(0)
  const [refused, setRefused] = useState<keyof typeof refusals | null>(null)
  const open = useRef<() => void>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const put = useMutation({ mutationFn: (file: Blob) => save.put(file, setProgress) })
  const remove = useMutation({ mutationFn: save.remove })
  const busy = put.isPending || remove.isPending

  async function take(file: File | undefined) {
    if (!file || busy) return
    remove.reset()
    put.reset()
    setProgress(0)
    const prepared = await prepareImage(file)
    if ('refused' in prepared) return setRefused(prepared.refused)
    setRefused(null)
    const chosen = crop ? await crop(prepared.blob) : prepared.blob
    if (!chosen) return
    const address = URL.createObjectURL(chosen)
    setPreview(address)
    await put.mutateAsync(chosen).catch(() => undefined)
    setPreview(null)
    URL.revokeObjectURL(address)
  }
  const problem = put.error ?? remove.error
  const sending = put.isPending && (progress < 1 ? m.image_sending() : m.image_reading())
  // In one place that is always there, or screen readers leave it out.
  const stateWords = sending || (put.isSuccess && !refused && m.image_saved()) || ''
  const errorText = refused ? refusals[refused]() : problem && problemText(problem)
  return (
    <fieldset aria-label={title}>
      <Dropzone
        openRef={open}
        onDrop={([file]) => void take(file)}
        onReject={() => setRefused('image_unreadable')}
        accept={['image/*']}
        multiple={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ hidden: true }}
      >
        <Group gap="16px 20px">
          {picture(preview)}
          <Box flex="1 1 240px" miw={0}>
            <Text fw={640}>{title}</Text>
            <Text size="sm" c="dimmed">
              {explained}
            </Text>
            <Group gap="xs" mt="sm">
              <Button
                variant="light"
                leftSection={<IconPhoto size={17} stroke={1.7} />}
                disabled={busy}
                onClick={() => open.current?.()}
              >
                {m.image_choose()}
              </Button>
              {camera && (
                <Button
                  variant="light"
                  className={c.camera ?? ''}
                  leftSection={<IconCamera size={17} stroke={1.7} />}
                  disabled={busy}
                  onClick={() => cameraInput.current?.click()}
                >
                  {m.image_take()}
                </Button>
              )}
              {has && (
                <Button
                  variant="default"
                  leftSection={<IconTrash size={17} stroke={1.7} />}
                  loading={remove.isPending}
                  disabled={put.isPending}
                  onClick={() => {
                    setRefused(null)
                    put.reset()
                    remove.mutate()
                  }}
                >
                  {m.image_remove()}
                </Button>
              )}
            </Group>
            {camera && (
              <input
                ref={cameraInput}
                type="file"
                accept="image/*"
                capture="user"
                hidden
                aria-label={m.image_take()}
                onChange={({ currentTarget }) => {
                  void take(currentTarget.files?.[0])
                  // Lets the user choose the same file again.
                  currentTarget.value = ''
                }}
              />
            )}
            {put.isPending && <Progress value={progress * 100} mt="sm" aria-label={m.image_sending()} />}
            <Text size="sm" c={put.isSuccess ? 'dimmed' : undefined} pt={stateWords && 4} role="status">
              {stateWords}
            </Text>
            {errorText && (
              <Text size="sm" role="alert" mt={10} c="var(--mantine-color-error)">
                {errorText}
              </Text>
            )}
          </Box>
        </Group>
      </Dropzone>
    </fieldset>
  )
}
