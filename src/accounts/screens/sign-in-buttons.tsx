import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Answered } from '#platform/client/client.ts'
import { useSchool } from '#platform/client/frame.tsx'
import { useApiMutation } from '#platform/client/queries.ts'
import { ensureSignInBinding } from '#platform/client/sign-in-binding.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/pieces/button.tsx'
import * as contract from '../contract.ts'
import type { Door } from './use-door.ts'

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
  const [gone, setGone] = useState(false)
  const start = useApiMutation(contract.startSignIn, {
    onSuccess({ url }) {
      setGone(true)
      location.assign(url)
    },
  })
  const begin = (issuer: SignInIssuer['issuer']) => {
    onStart()
    start.mutate({
      school_id,
      issuer,
      user_type: door,
      binding: ensureSignInBinding(),
      redirect: query.get('redirect'),
    })
  }
  return (
    <Stack gap="sm" mt="md">
      {start.error && (
        <Alert color="error" role="alert">
          {errorText(start.error)}
        </Alert>
      )}
      {issuers.map(({ issuer, display_name }) => (
        <Button
          key={issuer}
          variant="default"
          fullWidth
          loading={(start.isPending || gone) && start.variables?.issuer === issuer}
          onClick={() => begin(issuer)}
        >
          {t('login.continueWith', { name: display_name })}
        </Button>
      ))}
    </Stack>
  )
}
