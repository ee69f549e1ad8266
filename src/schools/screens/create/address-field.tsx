import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLoader2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useFrame } from '#tenancy/client/frame.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import classes from './create-school.module.css'

type Availability = ApiReply<typeof contract.checkSchoolAddress>

const pauseMs = 350

/** Checks availability when typing stops. Null while unknown. */
function useAvailability(school_url: string, country: string | null): Availability | null {
  const [answer, setAnswer] = useState<{ of: string; availability: Availability } | null>(null)
  useEffect(() => {
    if (school_url.trim() === '') return
    const asking = new AbortController()
    const timer = setTimeout(() => {
      api(contract.checkSchoolAddress, { school_url, ...(country && { country }) }, { signal: asking.signal })
        .then((availability) => setAnswer({ of: school_url, availability }))
        // This check is only a preview: the submit decides whether the address is free.
        .catch(() => setAnswer(null))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [school_url, country])
  return answer?.of === school_url ? answer.availability : null
}

interface Props extends Omit<FieldProps<string>, 'label'> {
  country: string | null
}

/** The school's address, with its availability and alternatives. */
export function AddressField({ country, value, error, ...rest }: Props) {
  const { t } = useTranslation('schools')
  const { root_origin } = useFrame()
  const availability = useAvailability(value, country)
  const taken = availability?.is_available === false
  return (
    <div>
      <TextField
        {...rest}
        value={value}
        label={t('create.address')}
        hint={t('create.addressHint')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        dir="ltr"
        error={error ?? (taken ? true : undefined)}
        rightSection={<span className={classes.suffix}>.{root_origin.replace(/^https?:\/\//, '')}</span>}
        rightSectionWidth="auto"
        rightSectionPointerEvents="none"
      />
      <div role="status" className={classes.availability}>
        {value.trim() !== '' && !error && <Verdict availability={availability} />}
      </div>
      {availability && availability.suggestions.length > 0 && (
        <Group gap="xs" mt="xs">
          <Text size="sm" c="dimmed">
            {t('create.suggestions')}
          </Text>
          {availability.suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              size="compact-md"
              variant="light"
              onClick={() => rest.onChange(suggestion)}
            >
              {suggestion}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}

function Verdict({ availability }: { availability: Availability | null }) {
  const { t } = useTranslation('schools')
  const { fieldErrorText } = useErrorText()
  if (!availability)
    return (
      <Group gap={6} c="dimmed">
        <IconLoader2 size={16} aria-hidden />
        <Text size="sm">{t('create.checking')}</Text>
      </Group>
    )
  if (availability.is_available)
    return (
      <Group gap={6} c="success">
        <IconCheck size={16} aria-hidden />
        <Text size="sm">{t('create.free')}</Text>
      </Group>
    )
  const reason = availability.reason ?? 'address_taken'
  const inWords = reason === 'invalid_format' ? t('create.addressForm') : fieldErrorText(reason, reason)
  return (
    <Group gap={6} c="error" wrap="nowrap">
      <IconAlertTriangle size={16} aria-hidden />
      <Text size="sm">{inWords}</Text>
    </Group>
  )
}
