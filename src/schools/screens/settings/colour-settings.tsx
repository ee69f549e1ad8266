import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { checkPalette, isPalette, type Palette } from '#lib/theme/index.ts'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PaletteFields } from '#ui/palette/palette-fields.tsx'
import { PalettePreview } from '#ui/palette/palette-preview.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { palettes } from './palettes.ts'
import type { Change, Settings } from './use-school-settings.ts'
import classes from './colour-settings.module.css'

interface Props {
  settings: Settings
  save: (change: Change) => Promise<Settings>
}

/** The five colours with a preview. Saves automatically when every pair has enough contrast. */
export function ColourSettings({ settings, save }: Props) {
  const [palette, setPalette] = useState<Palette>(settings.theme)
  const isComplete = isPalette(palette)
  const check = isComplete ? checkPalette(palette) : null
  const saving = useAutosave(
    palette,
    async (theme) => {
      const passing = checkPalette(theme)
      // Typed as `#fff`, stored as `#ffffff`.
      const { theme_css } = await save({ theme: passing.ok ? passing.palette : theme })
      const style = document.getElementById('page-theme')
      // The app around this form uses the same colours.
      if (style) style.textContent = theme_css
    },
    { enabled: check?.ok ?? false },
  )
  // While a colour is incomplete the preview shows the stored palette.
  const visible = isComplete ? palette : settings.theme

  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Stack gap="lg">
        <Group justify="flex-end" mih={28}>
          {check?.ok && <SaveState state={saving.state} onRetry={saving.flush} />}
        </Group>
        <Presets onChoose={setPalette} />
        <PaletteFields palette={palette} onChange={setPalette} />
      </Stack>
      <PalettePreview palette={visible} name={settings.name} />
    </SimpleGrid>
  )
}

function Presets({ onChoose }: { onChoose: (palette: Palette) => void }) {
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
