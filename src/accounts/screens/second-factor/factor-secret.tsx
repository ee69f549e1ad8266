import { Code, Stack, Text } from '@mantine/core'
import { encodeQR } from 'qr'
import { useMemo } from 'react'
import type { FieldProps } from '#ui/form/form-state.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  secret: string
  uri: string
}

/** The secret as a QR code for the app's camera, and as text. */
export function FactorSecret({ secret, uri }: Props) {
  const { t } = useTranslation(['accounts', 'second-factor'])
  return (
    <Stack gap="sm">
      <Text>{t('second-factor:scan')}</Text>
      <QrCode text={uri} label={t('second-factor:qr')} />
      <div>
        <Text size="sm">{t('second-factor:type')}</Text>
        <Code fz="md" style={{ overflowWrap: 'anywhere' }}>
          {secret.match(/.{4}/g)!.join(' ')}
        </Code>
      </div>
    </Stack>
  )
}

/** Always dark on white, because some cameras read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { border: 2 })
    const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: squares.join(''), size: rows.length }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

export function CodeField(field: Omit<FieldProps<string>, 'label'>) {
  const { t } = useTranslation(['accounts', 'second-factor'])
  return (
    <TextField
      {...field}
      label={t('second-factor:code')}
      hint={t('second-factor:codeHint')}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
    />
  )
}
