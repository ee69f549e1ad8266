import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#platform/client/session/browser.ts'
import type { Answered } from '#platform/client/api/client.ts'
import { useSchool } from '#platform/client/page/frame.tsx'
import { ensureSignInBinding } from '#platform/client/session/sign-in-binding.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import * as contract from '../../contract.ts'
import type { Door } from '../auth-page/use-login-role.ts'

export type SignInIssuer = Answered<typeof contract.listSignInIssuers>['data'][number]

interface Props {
  issuers: readonly SignInIssuer[]
  door: Door
  onStart: () => void
}

/** Logging in where one has an account already. Loaded only where the school or the platform names such a place. */
export default function SignInButtons({ issuers, door, onStart }: Props) {
  const { t } = useTranslation('accounts')
  const { errorText } = useErrorText()
  const { school_id } = useSchool()
  const [query] = useSearchParams()
  const [going, setGoing] = useState<SignInIssuer['issuer'] | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const begin = (issuer: SignInIssuer['issuer']) => {
    onStart()
    setGoing(issuer)
    setFailure(null)
    const [binding, redirect] = [ensureSignInBinding(), query.get('redirect')]
    api(contract.startSignIn, { school_id, issuer, user_type: door, binding, redirect })
      .then(({ url }) => location.assign(url))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setGoing(null)
        setFailure(error)
      })
  }
  return (
    <Stack gap="sm" mt="md">
      {failure && (
        <Alert color="error" role="alert">
          {errorText(failure)}
        </Alert>
      )}
      {issuers.map(({ issuer, display_name }) => (
        <Button
          key={issuer}
          variant="default"
          fullWidth
          loading={going === issuer}
          onClick={() => begin(issuer)}
        >
          {t('login.continueWith', { name: display_name })}
        </Button>
      ))}
    </Stack>
  )
}
