import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { getOidcBinding } from '#platform/client/session/oidc-binding.ts'
import * as contract from '../../contract.ts'

export interface OidcRegistration extends ApiReply<typeof contract.readOidcRegistration> {
  /** Credentials of the registration: the proof from the address, and the secret that this browser stored. */
  register_token: string
}

/**
 * Identity proof of an issuer, for the browser that started the login: `reading` while loading, null if invalid,
 * undefined without one.
 */
export function useOidcRegistration() {
  const [query] = useSearchParams()
  const sign_in = query.get('sign_in')
  const [proof, setProof] = useState<OidcRegistration | null | 'reading' | undefined>(
    sign_in ? 'reading' : undefined,
  )
  useEffect(() => {
    if (!sign_in) return
    const register_token = `${sign_in}.${getOidcBinding() ?? ''}`
    api(contract.readOidcRegistration, { register_token })
      .then((person) => setProof({ ...person, register_token }))
      .catch(() => setProof(null))
  }, [sign_in])
  return proof
}
