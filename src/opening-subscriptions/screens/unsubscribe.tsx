import { Container, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#tenancy/client/browser.ts'
import { ApiError } from '#platform/client/api/api-error.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { unsubscribeFromOpening } from '../contract.ts'

export const handle: ScreenHandle = { namespaces: ['opening-subscriptions'] }

/** Target of the unsubscribe link: needs a click, because mail scanners follow links. */
export default function Unsubscribe() {
  const { t } = useTranslation('opening-subscriptions')
  const { errorText } = useErrorText()
  const [parameters] = useSearchParams()
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking')
  const [problem, setProblem] = useState('')
  const stop = async () => {
    setState('sending')
    setProblem('')
    try {
      await api(unsubscribeFromOpening, {
        interest_id: parameters.get('interest') ?? '',
        signature: parameters.get('signature') ?? '',
      })
      setState('done')
    } catch (error) {
      if (error instanceof ApiError)
        setProblem(error.code === 'invalid_input' ? t('errors.link_invalid') : errorText(error))
      setState('asking')
    }
  }
  return (
    <Container component="main" size="xs" py="xl">
      <Stack gap="md">
        <PageHeading title={t('title')} />
        <Text role="status">{state === 'done' ? t('done') : t('text')}</Text>
        {problem && (
          <Text role="alert" c="error">
            {problem}
          </Text>
        )}
        {state !== 'done' && (
          <Button loading={state === 'sending'} onClick={() => void stop()}>
            {t('stop')}
          </Button>
        )}
        <a href="/">{t('home')}</a>
      </Stack>
    </Container>
  )
}
