import { Group, Input } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  name: string
  /** A base64 image. */
  value: string | null
  error: string | undefined
  onChange: (value: string | null) => void
  /** Name of the reseller, for screen readers. */
  owner: string
}

const maxBytes = 500_000

/** A small image that is sent as part of the form. */
export function LogoField({ name, value, error, onChange, owner }: Props) {
  const { t } = useTranslation('resellers')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > maxBytes) return setProblem(t('form.logoTooLarge'))
    try {
      const logo = await inBase64(file)
      setProblem(undefined)
      onChange(logo)
    } catch {
      setProblem(t('form.logoUnread'))
    }
  }
  const errorMessage = problem ?? error
  return (
    <Input.Wrapper
      label={t('form.logo')}
      description={t('form.logoHint')}
      error={errorMessage}
      id={id}
      labelElement="div"
      size="md"
      {...(errorMessage && { 'data-bad': true })}
    >
      <Group gap="md" mt="xs">
        {value && (
          <img
            src={`data:image/webp;base64,${value}`}
            alt={t('form.logoAlt', { name: owner })}
            style={{ maxHeight: 72, maxWidth: 220, objectFit: 'contain' }}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t(value ? 'form.logoReplace' : 'form.logoChoose')}
        </Button>
        {value && (
          <Button variant="subtle" color="error" onClick={() => onChange(null)}>
            {t('form.logoRemove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          name={name}
          aria-label={t('form.logo')}
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          hidden
          onChange={(event) => {
            const { files } = event.currentTarget
            void take(files?.[0])
            // Allows selecting the same file again.
            event.currentTarget.value = ''
          }}
        />
      </Group>
    </Input.Wrapper>
  )
}

/** A reader asked for a data URL returns a string. */
const inBase64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(new Error('unread')))
    reader.readAsDataURL(file)
  })
