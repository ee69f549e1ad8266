import { Box, Group, Text } from '@mantine/core'
import type { Palette } from '#lib/theme/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { palettes } from './palettes.ts'
import classes from './palette-presets.module.css'

/** Ready palettes to start with. */
export function PalettePresets({ onChoose }: { onChoose: (palette: Palette) => void }) {
  const { t } = useTranslation('schools')
  return (
    <div role="group" aria-label={t('colours.presets')}>
      <Text size="sm" fw={600} mb={8}>
        {t('colours.presets')}
      </Text>
      <Group gap="sm">
        {palettes.map(({ name, palette }) => (
          <button
            key={name}
            type="button"
            className={classes.preset}
            aria-label={t(`palettes.${name}`)}
            title={t(`palettes.${name}`)}
            onClick={() => onChoose(palette)}
          >
            {(['primary', 'accent', 'background', 'text'] as const).map((color) => (
              <Box key={color} component="span" bg={palette[color]} />
            ))}
          </button>
        ))}
      </Group>
    </div>
  )
}
