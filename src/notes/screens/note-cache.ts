import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import * as contract from '../contract.ts'

export type Note = ApiReply<typeof contract.listNotes>['data'][number]

interface Pages {
  pages: { data: Note[]; next_cursor: string | null }[]
  pageParams: unknown[]
}

/** Updates cached lists of notes, so that changes show without a request. */
export function useNoteCache() {
  const client = useQueryClient()
  return useMemo(() => {
    const change = (how: (pages: Pages) => Pages) =>
      client.setQueriesData<Pages>({ queryKey: queryKey(contract.listNotes) }, (pages) => pages && how(pages))
    return {
      /** Replaces a note by its new version. */
      replace: (note: Note) =>
        change(({ pages, pageParams }) => ({
          pageParams,
          pages: pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (one.id === note.id ? note : one)),
          })),
        })),
      /** Reloads lists and counts after a note was added or deleted. */
      refresh: async () => {
        await client.invalidateQueries({ queryKey: queryKey(contract.listNotes) })
        await client.invalidateQueries({ queryKey: queryKey(contract.listNoteCourses) })
      },
    }
  }, [client])
}
