import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { BaseRoute } from '#platform/contract/route.ts'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from './browser.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'

/** Query keys of a contract share this prefix, whatever the input. */
export const queryKey = <R extends BaseRoute>(contract: R, input?: Partial<ApiInput<R>>) =>
  input === undefined ? [contract.name] : [contract.name, input]

const outdatedTogether = new Map<string, readonly BaseRoute[]>()

/**
 * Declares that queries of `others` become outdated with those of `contract`. Call it where screens are
 * assembled.
 */
export const outdatesAlso = (contract: BaseRoute, others: readonly BaseRoute[]) =>
  void outdatedTogether.set(contract.name, others)

const outdatedWith = (contracts: readonly BaseRoute[] = []) =>
  contracts.flatMap((contract) => [contract, ...(outdatedTogether.get(contract.name) ?? [])])

/** Reloads visible queries of these contracts, and of those that depend on them. */
export async function invalidate(client: QueryClient, contracts: readonly BaseRoute[] | undefined) {
  for (const read of outdatedWith(contracts)) await client.invalidateQueries({ queryKey: queryKey(read) })
}

interface QueryOptions<R extends BaseRoute> {
  /** false: waits, for example for an id. */
  enabled?: boolean
  /** Milliseconds for which a reply counts as fresh. */
  staleTime?: number
  /** Milliseconds between refetches; false for none. */
  refetchInterval?: number | false
  initialData?: ApiReply<R>
  /** Keeps the last reply on screen while another input loads. */
  keepPrevious?: boolean
}

/** Reads by a contract; cached and shared between screens. */
export function useApiQuery<R extends BaseRoute>(
  contract: R,
  input: ApiInput<R>,
  options: QueryOptions<R> = {},
) {
  const { keepPrevious, ...rest } = options
  return useQuery<ApiReply<R>, ApiError>({
    queryKey: queryKey(contract, input),
    queryFn: ({ signal }) => api(contract, input, { signal }),
    ...rest,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  } as Parameters<typeof useQuery<ApiReply<R>, ApiError>>[0])
}

interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

type RowOf<R extends BaseRoute> = ApiReply<R> extends Page<infer Row> ? Row : never

/** Reads a list page by page. `rows` contains the pages so far. */
export function useApiPages<R extends BaseRoute>(
  contract: R,
  input: Omit<ApiInput<R>, 'cursor'>,
  options: { enabled?: boolean } = {},
) {
  const query = useInfiniteQuery({
    queryKey: [...queryKey(contract, input as Partial<ApiInput<R>>), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const page = { ...input, ...(pageParam && { cursor: pageParam }) } as ApiInput<R>
      return api(contract, page, { signal }) as Promise<Page<RowOf<R>>>
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    ...options,
  })
  return {
    rows: query.data?.pages.flatMap((page) => page.data),
    error: query.error as ApiError | null,
    isLoading: query.isLoading,
    isFetching: query.isFetching,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    isLoadingMore: query.isFetchingNextPage,
    refetch: () => void query.refetch(),
    // Absent in the browser's copy of a contract without a file.
    ...(contract.csv && {
      download: async () => (await import('./download-list.ts')).downloadList(contract, input),
    }),
  }
}

interface MutationOptions<R extends BaseRoute> {
  /** Contracts whose queries become outdated. */
  invalidates?: readonly BaseRoute[]
  onSuccess?: (answer: ApiReply<R>, input: ApiInput<R>) => void
  onError?: (error: ApiError, input: ApiInput<R>) => void
  /** Updates the cache at once and returns a function that reverts it. */
  optimistic?: (input: ApiInput<R>, client: QueryClient) => () => void
}

/** Changes data by a contract. */
export function useApiMutation<R extends BaseRoute>(contract: R, options: MutationOptions<R> = {}) {
  const client = useQueryClient()
  return useMutation<ApiReply<R>, ApiError, ApiInput<R>, (() => void) | undefined>({
    mutationFn: (input) => api(contract, input),
    onMutate: async (input) => {
      // A running query would overwrite the optimistic change.
      for (const read of outdatedWith(options.invalidates))
        await client.cancelQueries({ queryKey: queryKey(read) })
      return options.optimistic?.(input, client)
    },
    onSuccess: (answer, input) => options.onSuccess?.(answer, input),
    onError: (error, input, undo) => {
      undo?.()
      options.onError?.(error, input)
    },
    onSettled: () => invalidate(client, options.invalidates),
  })
}
