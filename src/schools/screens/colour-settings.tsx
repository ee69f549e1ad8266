import { Alert, Box, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconContrast2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  checkPalette,
  colorNames,
  corrected,
  isPalette,
  type ColorName,
  type Palette,
  type PaletteFault,
} from '#lib/theme/index.ts'
import { ColorField } from '#ui/form/color-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { Button } from '#ui/pieces/button.tsx'
import { SaveState } from '#ui/pieces/save-state.tsx'
import { palettes } from './palettes.ts'
import { ThemePreview } from './theme-preview.tsx'
import type { Change, Settings } from './use-school-settings.ts'
import classes from './colour-settings.module.css'

interface Props {
  settings: Settings
  save: (change: Change) => Promise<Settings>
}

type Preview = 'light' | 'dark'

/** The five colours, with a preview of what they make of the pages. Saved by itself once every pair can be read. */
export function ColourSettings({ settings, save }: Props) {
  const { t } = useTranslation('schools')
  const [palette, setPalette] = useState<Palette>(settings.theme)
  const [shown, setShown] = useState<Preview>('light')
  const whole = isPalette(palette)
  const check = whole ? checkPalette(palette) : null
  const saving = useAutosave(
    palette,
    async (theme) => {
      const passing = checkPalette(theme)
      // Typed as `#fff`, stored as `#ffffff`.
      const { theme_css } = await save({ theme: passing.ok ? passing.palette : theme })
      const style = document.getElementById('page-theme')
      // The app around this form wears the same colours.
      if (style) style.textContent = theme_css
    },
    { enabled: check?.ok ?? false },
  )
  const faults = check && !check.ok ? check.faults : []
  const mend = (name: ColorName, color: string) => setPalette((current) => ({ ...current, [name]: color }))
  // A colour that is half typed shows as it was.
  const visible = whole ? palette : settings.theme

  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Stack gap="lg">
        <Group justify="flex-end" mih={28}>
          {faults.length === 0 && whole && <SaveState state={saving.state} onRetry={saving.flush} />}
        </Group>
        <Presets onChoose={setPalette} />
        <Paper withBorder radius="lg" p="lg">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" style={{ alignItems: 'end' }}>
            {colorNames.map((name) => (
              <ColorField
                key={name}
                name={`theme.${name}`}
                label={t(`colours.${name}`)}
                hint={t(`colours.${name}Hint`)}
                value={palette[name]}
                onChange={(color) => mend(name, color)}
                error={faults.some((fault) => fault.color === name) ? t('colours.faint') : undefined}
              />
            ))}
          </SimpleGrid>
        </Paper>
        <Repair
          faults={faults}
          onMend={mend}
          onMendAll={() => setPalette(corrected(palette))}
          palette={palette}
        />
      </Stack>
      <Stack gap="sm" className={classes.preview ?? ''}>
        <Group justify="space-between">
          <Title order={2} size="h3">
            {t('colours.preview')}
          </Title>
          <SegmentedControl
            aria-label={t('colours.preview')}
            value={shown}
            onChange={(value) => setShown(value as Preview)}
            data={[
              { value: 'light', label: t('colours.light') },
              { value: 'dark', label: t('colours.dark') },
            ]}
          />
        </Group>
        <ThemePreview palette={visible} scheme={shown} name={settings.name} />
        <Text size="sm" c="dimmed">
          {t('colours.darkHint')}
        </Text>
      </Stack>
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

interface RepairProps {
  faults: PaletteFault[]
  palette: Palette
  onMend: (name: ColorName, color: string) => void
  onMendAll: () => void
}

/** Which pairs cannot be read, and the nearest colours that can. */
function Repair({ faults, palette, onMend, onMendAll }: RepairProps) {
  const { t } = useTranslation('schools')
  return (
    <div role="status">
      {faults.length > 0 && (
        <Alert color="warning" icon={<IconContrast2 aria-hidden />} title={t('colours.notSaved')}>
          <Stack gap="sm">
            {faults.map(({ color, against, ratio, needed, nearest }) => (
              <Group key={`${color}/${against}`} gap="sm" justify="space-between">
                <Text size="sm">
                  {t('colours.fault', {
                    color: t(`colours.${color}`),
                    against: t(`colours.${against}`),
                    ratio,
                    needed,
                  })}
                </Text>
                {nearest && (
                  <Button size="compact-md" variant="default" onClick={() => onMend(color, nearest)}>
                    <Swatches colors={[palette[color], nearest]} />
                    {t('colours.use', { color: nearest })}
                  </Button>
                )}
              </Group>
            ))}
            {faults.length > 1 && (
              <div>
                <Button size="sm" onClick={onMendAll}>
                  {t('colours.mendAll')}
                </Button>
              </div>
            )}
          </Stack>
        </Alert>
      )}
    </div>
  )
}

const Swatches = ({ colors }: { colors: string[] }) => (
  <span className={classes.swatches} aria-hidden="true">
    {colors.map((color) => (
      <Box key={color} component="span" bg={color} />
    ))}
  </span>
)
