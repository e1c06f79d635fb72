import { Box, Button, Group, Modal, Slider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import '@mantine/core/styles/Slider.layer.css'
import 'react-easy-crop/react-easy-crop.css'
import { objectUrlOf } from '#web/api/files.ts'
import { drawJpeg } from '#web/ui/fields/prepare-image.ts'
import { m } from '#words/messages.js'

/** The longer side of a cropped picture, in pixels: a cover on a wide screen. */
const MAX_SIDE = 2560

interface Props {
  readonly opened: boolean
  readonly file: Blob | null
  /** @param chosen what is to be saved; null for nothing */
  readonly onDone: (chosen: Blob | null) => void
}

/** Asks which part of a picture is shown: as wide as covers, and as close as wanted. */
export const CropPicture = ({ opened, file, onDone }: Props) => (
  <Modal opened={opened} onClose={() => onDone(null)} title={m.event_picture_crop()} size="lg">
    {file && <Crop file={file} onDone={onDone} />}
  </Modal>
)

function Crop({ file, onDone }: { readonly file: Blob; readonly onDone: Props['onDone'] }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [part, setPart] = useState<Area | null>(null)
  return (
    <Stack gap="md">
      <Text size="sm">{m.event_picture_crop_hint()}</Text>
      <Box pos="relative" w="100%" bg="dark.8" style={{ aspectRatio: '16 / 9', borderRadius: 12, overflow: 'hidden' }}>
        <Cropper
          image={objectUrlOf(file)}
          aspect={16 / 9}
          objectFit="cover"
          crop={crop}
          zoom={zoom}
          maxZoom={4}
          keyboardStep={8}
          zoomWithScroll={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setPart(pixels)}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'application', 'aria-label': m.event_picture_crop_area() }}
          // The server may read formats that the browser cannot show.
          mediaProps={{ alt: '', onError: () => onDone(file) }}
        />
      </Box>
      <div>
        <Text size="sm" fw={560} aria-hidden>
          {m.event_picture_zoom()}
        </Text>
        <Slider
          min={1}
          max={4}
          step={0.1}
          label={null}
          value={zoom}
          onChange={setZoom}
          thumbLabel={m.event_picture_zoom()}
          thumbProps={{ 'aria-valuetext': `${Math.round(zoom * 100)} %` }}
        />
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone(file)}>
          {m.event_picture_crop_whole()}
        </Button>
        <Button
          disabled={part === null}
          onClick={() => void drawJpeg(file, { part: part!, maxSide: MAX_SIDE }).then(onDone, () => onDone(file))}
        >
          {m.event_picture_crop_use()}
        </Button>
      </Group>
    </Stack>
  )
}
