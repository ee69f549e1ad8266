import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { ensureOidcBinding } from '#platform/client/session/oidc-binding.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { LoginRoleChoice } from '../auth-page/login-role-choice.tsx'
import { useLoginRole, type LoginRole } from '../auth-page/use-login-role.ts'

export type OidcIssuer = ApiReply<typeof contract.listOidcIssuers>['data'][number]

interface Props {
  issuers: readonly OidcIssuer[]
  /** Called with the role to log in as. */
  onStart: (loginRole: LoginRole) => void
}

/** Login over an OpenID Connect issuer. Loaded only if the school or platform has one. */
export default function OidcButtons({ issuers, onStart }: Props) {
  const { loginRole, choose } = useLoginRole()
  const { t } = useTranslation('accounts')
  const { errorText } = useErrorText()
  const { begin, going, failure } = useOidcStart(loginRole, onStart)
  return (
    <Stack gap="sm" mt="md">
      {failure && (
        <Alert color="error" role="alert">
          {errorText(failure)}
        </Alert>
      )}
      <LoginRoleChoice value={loginRole} onChange={choose} />
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

function useOidcStart(loginRole: LoginRole, onStart: Props['onStart']) {
  const { school_id } = useSchool()
  const [query] = useSearchParams()
  const [going, setGoing] = useState<OidcIssuer['issuer'] | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const begin = (issuer: OidcIssuer['issuer']) => {
    onStart(loginRole)
    setGoing(issuer)
    setFailure(null)
    const [binding, redirect] = [ensureOidcBinding(), query.get('redirect')]
    api(contract.startOidcLogin, { school_id, issuer, user_type: loginRole, binding, redirect })
      .then(({ url }) => location.assign(url))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setGoing(null)
        setFailure(error)
      })
  }
  return { begin, going, failure }
}
