import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'

export type Settings = ApiReply<typeof contract.getSchool>
export type Change = Omit<ApiInput<typeof contract.updateSchool>, 'id'>

/** Returns the school's settings and a function that changes some of them. */
export function useSchoolSettings() {
  const { school_id } = useSchool()
  const client = useQueryClient()
  const query = useApiQuery(contract.getSchool, { id: school_id })
  const save = useCallback(
    async (change: Change) => {
      const settings = await api(contract.updateSchool, { id: school_id, ...change })
      client.setQueryData(queryKey(contract.getSchool, { id: school_id }), settings)
      return settings
    },
    [client, school_id],
  )
  return { query, save }
}
