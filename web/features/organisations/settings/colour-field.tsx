import { Box, ColorInput, type ColorInputProps, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { m } from '#words/messages.js'

interface Props extends ColorInputProps {
  readonly name: string
  /** Empty for none. */
  readonly chosen: string
  /** The colour that is shown without one. */
  readonly without: string | null
  readonly shadeQuery: (colour: string) => ShadeQuery
}

interface Shade {
  colour: string
  shade: string
}
type ShadeQuery = UseQueryOptions<Shade, Error, Shade, string[]>

const swatches = ['#1d4e89', '#0f6b5c', '#7d3a78', '#a3262a', '#8a4b08', '#3d5a1f', '#2f3e6b', '#444c56']

/** A club's colour with a preview. Where nobody could read white on it, says which shade is shown instead. */
export function ColourField({ name, chosen, without, shadeQuery, ...input }: Props) {
  const [colour] = useDebouncedValue(chosen.trim().toLowerCase(), 200)
  const { data } = useQuery(shadeQuery(colour))
  const isChanged = data !== undefined && data.colour === colour && data.shade !== data.colour
  const shade = colour === '' ? without : (data?.shade ?? without)
  return (
    <div>
      <ColorInput
        label={m.settings_colour()}
        description={m.settings_colour_explained()}
        format="hex"
        swatches={swatches}
        swatchesPerRow={8}
        withEyeDropper={false}
        autoComplete="off"
        {...input}
      />
      <Group gap="xs" mt="xs" align="stretch" aria-hidden>
        {isChanged && <Sample colour={colour} text={name} />}
        {shade !== null && <Sample colour={shade} text={name} />}
      </Group>
      <Text size="sm" mt={isChanged ? 6 : undefined} role="status">
        {isChanged && m.settings_colour_unreadable({ colour, shade: data.shade })}
      </Text>
    </div>
  )
}

const Sample = ({ colour, text }: { colour: string; text: string }) => (
  <Box style={{ background: colour }} c="white" px="md" py="xs" bdrs="md" flex="1 1 8rem" fw={640}>
    {text}
  </Box>
)
