import { Alert, Loader, Stack, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AuthPage } from '../auth-page/auth-page.tsx'

export const handle: ScreenHandle = { namespaces: ['accounts'] }

/** A response is accepted once, but a page may render twice. */
let taken: string | null = null

/** Redirect target of issuers: at the root host for the platform's, at a school's host for its own. */
export default function OidcCallback() {
  const { t } = useTranslation('accounts')
  const { errorText } = useErrorText()
  const [query] = useSearchParams()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const state = query.get('state')
  useEffect(() => {
    if (taken !== null) return
    taken = state ?? ''
    const given = (name: string) => query.get(name) ?? undefined
    const [code, iss, error] = [given('code'), given('iss'), given('error')]
    history.replaceState(null, '', location.pathname)
    api(contract.finishOidcLogin, {
      state: taken || 'none',
      ...(code && { code }),
      ...(iss && { iss }),
      ...(error && { error }),
    })
      .then(({ url }) => location.replace(url))
      .catch((reason: unknown) => {
        if (!(reason instanceof ApiError)) throw reason
        setFailure(reason)
      })
  }, [query, state])
  if (!failure)
    return (
      <AuthPage title={t('signIn.title')}>
        <Stack align="center" role="status">
          <Loader aria-hidden />
          <Text>{t('signIn.wait')}</Text>
        </Stack>
      </AuthPage>
    )
  const { login_url } = failure.problem
  return (
    <AuthPage title={t('signIn.failed')}>
      <Alert color="error" icon={<IconPlugConnectedX aria-hidden />} role="alert" mb="lg">
        {errorText(failure)}
      </Alert>
      <LinkButton
        to={typeof login_url === 'string' ? login_url : '/login'}
        reloadDocument
        variant="default"
        fullWidth
      >
        {t('forgot.back')}
      </LinkButton>
    </AuthPage>
  )
}
