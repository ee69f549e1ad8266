import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'
import { placeKey, type Answer, type Place, type Scope } from './places.ts'

/** Essays may have 100,000 characters. */
const pageSize = 10

interface PageParam {
  direction: 'next' | 'previous'
  cursor: string | null
}

interface Page extends PageParam {
  rows: Answer[]
}

/**
 * Answers around a place, which load page by page in both directions. Answers that are marked stay in the list, so that
 * one can go back to them.
 */
export function useAnswerList(
  assessment_id: string,
  { question_id, isPendingOnly }: Scope,
  from: Place | null,
) {
  const cache = useQueryClient()
  const key = [...queryKey(contract.listAnswersToMark), assessment_id, question_id, isPendingOnly, from]
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: { direction: 'next', cursor: null } as PageParam,
    queryFn: async ({ pageParam: { direction, cursor }, signal }): Promise<Page> => {
      const input = {
        id: assessment_id,
        limit: pageSize,
        direction,
        ...(question_id && { question_id }),
        ...(isPendingOnly && { state: 'pending' as const }),
        ...(from && { from_attempt_id: from.attempt_id, from_slot: from.slot }),
        ...(cursor && { cursor }),
      }
      const { data, next_cursor } = await api(contract.listAnswersToMark, input, { signal })
      return { direction, cursor: next_cursor, rows: direction === 'next' ? data : data.toReversed() }
    },
    getNextPageParam: ({ direction, cursor }): PageParam | undefined =>
      direction === 'next' && cursor ? { direction, cursor } : undefined,
    getPreviousPageParam: ({ direction, cursor }): PageParam | undefined => {
      if (direction === 'next') return from ? { direction: 'previous', cursor: null } : undefined
      return cursor ? { direction, cursor } : undefined
    },
    // A second request would leave out what was marked since.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const change = (changed: ReadonlyMap<string, Partial<Answer>>) =>
    cache.setQueryData<InfiniteData<Page>>(
      key,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => ({ ...row, ...changed.get(placeKey(row)) })),
          })),
        },
    )
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error as ApiError | null,
    refetch: () => void query.refetch(),
    hasNext: query.hasNextPage,
    hasPrevious: query.hasPreviousPage,
    isFetching: query.isFetching,
    fetchNext: query.fetchNextPage,
    fetchPrevious: query.fetchPreviousPage,
    change,
  }
}

export type AnswerList = ReturnType<typeof useAnswerList>
