import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'
import { answerKey, type Answer, type AnswerPosition, type Scope } from './answer-positions.ts'

/** Essays may have 100,000 characters. */
const pageSize = 10

interface PageParam {
  direction: 'next' | 'previous'
  cursor: string | null
}

interface Page extends PageParam {
  rows: Answer[]
}

interface Listed {
  assessment_id: string
  scope: Scope
  from: AnswerPosition | null
}

/**
 * Answers around a position, which load page by page in both directions. Answers that are marked stay in the list, so that
 * one can go back to them.
 */
export function useAnswerList(assessment_id: string, scope: Scope, from: AnswerPosition | null) {
  const cache = useQueryClient()
  const key = [
    ...queryKey(contract.listAnswersToMark),
    assessment_id,
    scope.question_id,
    scope.isPendingOnly,
    from,
  ]
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: { direction: 'next', cursor: null } as PageParam,
    queryFn: ({ pageParam, signal }) => loadPage({ assessment_id, scope, from }, pageParam, signal),
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
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error as ApiError | null,
    refetch: () => void query.refetch(),
    hasNext: query.hasNextPage,
    hasPrevious: query.hasPreviousPage,
    isFetching: query.isFetching,
    fetchNext: query.fetchNextPage,
    fetchPrevious: query.fetchPreviousPage,
    /** Changes answers in the list, by their keys. */
    change: (changed: ReadonlyMap<string, Partial<Answer>>) =>
      void cache.setQueryData<InfiniteData<Page>>(key, (data) => data && withChanges(data, changed)),
  }
}

export type AnswerList = ReturnType<typeof useAnswerList>

async function loadPage(
  { assessment_id, scope: { question_id, isPendingOnly }, from }: Listed,
  { direction, cursor }: PageParam,
  signal: AbortSignal,
): Promise<Page> {
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
}

const withChanges = (data: InfiniteData<Page>, changed: ReadonlyMap<string, Partial<Answer>>) => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => ({ ...row, ...changed.get(answerKey(row)) })),
  })),
})
