import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Button } from './button.tsx'
import { Modal } from './feedback/modal.tsx'

interface Value {
  label: string
  value: string
}

interface Props {
  title: string
  /** Instructions for the user. */
  text?: ReactNode
  values: readonly Value[]
  onClose: () => void
}

/** Shows a secret once. Only its button closes it, so that nobody closes it by accident. */
export function SecretShownOnce({ title, text, values, onClose }: Props) {
  const { t } = useTranslation('kit')
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false} size="lg">
      <Stack gap="lg">
        <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('secret.once')}>
          {t('secret.onceText')}
        </Alert>
        {text && <Text>{text}</Text>}
        {values.map((value) => (
          <CopyValue key={value.label} {...value} />
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A value with a copy button. */
export function CopyValue({ label, value }: Value) {
  const { t } = useTranslation('kit')
  const { copied, copy } = useClipboard({ timeout: 3_000 })
  const id = useId()
  return (
    <div>
      <Text fw={600} size="sm" id={id} mb={4}>
        {label}
      </Text>
      <Group gap="sm" align="stretch">
        <Code
          block
          flex={1}
          miw={0}
          aria-labelledby={id}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', userSelect: 'all' }}
          dir="ltr"
        >
          {value}
        </Code>
        <Button
          variant="default"
          aria-label={t('secret.copy', { name: label })}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => copy(value)}
        >
          {copied ? t('secret.copied') : t('secret.copyShort')}
        </Button>
      </Group>
      <span className="ly-hidden" role="status">
        {copied ? t('secret.copiedName', { name: label }) : ''}
      </span>
    </div>
  )
}
