import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { areSingleKeysEnabled, setSingleKeysEnabled, useRegisteredShortcuts } from './shortcuts.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

/** Every keyboard shortcut of the current page, and the switch for single-key shortcuts. */
export function ShortcutList({ opened, onClose }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <Modal opened={opened} onClose={onClose} title={t('kit:shortcuts.title')}>
      <Shortcuts />
    </Modal>
  )
}

function Shortcuts() {
  const { t } = useTranslation(['ui', 'kit'])
  const shortcuts = useRegisteredShortcuts().filter(({ listedAs }) => listedAs !== false)
  const [single, setSingle] = useState(areSingleKeysEnabled)
  const names: Record<string, string> = {
    mod: t('kit:shortcuts.mod'),
    ' ': t('kit:shortcuts.space'),
    arrowleft: '←',
    arrowright: '→',
  }
  return (
    <Stack gap="sm">
      {shortcuts.map(({ keys, label, listedAs = keys }) => (
        <Group key={keys} justify="space-between" wrap="nowrap">
          <Text size="sm">{label}</Text>
          <Group gap={4} wrap="nowrap">
            {(listedAs || keys).split('+').map((key) => (
              <Kbd key={key}>{names[key] ?? key.toUpperCase()}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
      <SwitchField
        label={t('kit:shortcuts.single')}
        hint={t('kit:shortcuts.singleHint')}
        value={single}
        onChange={(on) => {
          setSingleKeysEnabled(on)
          setSingle(on)
        }}
      />
    </Stack>
  )
}
