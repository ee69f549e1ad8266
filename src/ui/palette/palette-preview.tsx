import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Palette } from '#lib/theme/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ThemePreview } from './theme-preview.tsx'
import classes from './palette-fields.module.css'

type Scheme = 'light' | 'dark'

/** Preview of the pages in five colours, light and dark. */
export function PalettePreview({ palette, name }: { palette: Palette; name: string }) {
  const { t } = useTranslation('palette')
  const [shown, setShown] = useState<Scheme>('light')
  return (
    <Stack gap="sm" className={classes.preview ?? ''}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('preview')}
        </Title>
        <SegmentedControl
          aria-label={t('preview')}
          value={shown}
          onChange={(value) => setShown(value as Scheme)}
          data={[
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
        />
      </Group>
      <ThemePreview palette={palette} scheme={shown} name={name} />
      <Text size="sm" c="dimmed">
        {t('darkHint')}
      </Text>
    </Stack>
  )
}
