import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dispatchSessionChange, api, getBrowserApp } from '#tenancy/client/browser.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { storeUserDetails } from '#tenancy/client/session/session.ts'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import * as contract from '../../contract.ts'

export type Me = ApiReply<typeof contract.getMe>
type Change = ApiInput<typeof contract.updateUser>

interface Options<V> {
  start: V
  changeOf: (values: V) => Change
  /** Whether these values are valid for sending. */
  fits?: (values: V) => boolean
  onSaved?: (user: ApiReply<typeof contract.updateUser>) => void
}

/** A part of the profile that saves automatically, with errors at the fields. */
export function useSavedProfile<V extends Record<string, unknown>>({
  start,
  changeOf,
  fits,
  onSaved,
}: Options<V>) {
  const client = useQueryClient()
  const { fieldErrorText } = useErrorText()
  const [values, setValues] = useState(start)
  const save = async (next: V) => {
    const user = await api(contract.updateUser, changeOf(next))
    client.setQueryData<Me>(queryKey(contract.getMe, {}), (before) => before && { ...before, ...user })
    storeUserDetails(getBrowserApp().store, user)
    dispatchSessionChange()
    onSaved?.(user)
  }
  const saving = useAutosave(values, save, { enabled: fits?.(values) ?? true })
  const refused = saving.state.status === 'failed' ? saving.state.error.errors : []
  const field = <Name extends keyof V & string>(name: Name) => {
    const fieldError = refused.find((error) => error.path === name)
    return {
      name,
      value: values[name],
      error: fieldError && fieldErrorText(fieldError.code, fieldError.message),
      onChange: (value: V[Name]) => setValues((current) => ({ ...current, [name]: value })),
    }
  }
  return { values, field, saving }
}
