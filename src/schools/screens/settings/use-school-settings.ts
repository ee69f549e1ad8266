import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'
import { useSchool, useSetFrame } from '#tenancy/client/frame.tsx'
import type { PageFrame } from '#tenancy/client/page-frame.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'

export type Settings = ApiReply<typeof contract.getSchool>
export type Change = Omit<ApiInput<typeof contract.updateSchool>, 'id'>

/** Returns the school's settings and a function that changes some of them. */
export function useSchoolSettings() {
  const { school_id } = useSchool()
  const client = useQueryClient()
  const setFrame = useSetFrame()
  const query = useApiQuery(contract.getSchool, { id: school_id })
  const save = useCallback(
    async (change: Change) => {
      const settings = await api(contract.updateSchool, { id: school_id, ...change })
      client.setQueryData(queryKey(contract.getSchool, { id: school_id }), settings)
      setFrame((frame) => withSettings(frame, settings))
      return settings
    },
    [client, school_id, setFrame],
  )
  return { query, save }
}

/** Name, logo and formats of the page around the settings change with them. */
function withSettings(frame: PageFrame, settings: Settings): PageFrame {
  if (frame.host.kind !== 'school') return frame
  const { name, tagline, logo_url, time_zone, country } = settings
  const school = { ...frame.host.school, name, tagline, logo_url, time_zone, country }
  return { ...frame, host: { kind: 'school', school } }
}
