import { Group, Paper, Stack } from '@mantine/core'
import { useState } from 'react'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { SaveState } from '#ui/form/save-state.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Change, Settings } from './use-school-settings.ts'

interface Props {
  settings: Settings
  save: (change: Change) => Promise<Settings>
}

/** Whether the school collects usage data. Saves automatically. */
export function PrivacySettings({ settings, save }: Props) {
  const { t } = useTranslation('schools')
  const [values, setValues] = useState(() => ({ allow_analytics: settings.allow_analytics }))
  const saving = useAutosave(values, save, { delay: 0 })
  return (
    <Stack gap="lg" maw={760}>
      <Group justify="flex-end">
        <SaveState state={saving.state} onRetry={saving.flush} />
      </Group>
      <Paper withBorder radius="lg" p="lg">
        <SwitchField
          name="allow_analytics"
          label={t('settings.analytics')}
          hint={t('settings.analyticsHint')}
          value={values.allow_analytics}
          onChange={(allow_analytics) => setValues({ allow_analytics })}
        />
      </Paper>
    </Stack>
  )
}
