import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { ConfirmProvider } from '#ui/components/feedback/confirm.tsx'
import { Toasts } from '#ui/components/feedback/toasts.tsx'
import { UiProvider } from '#ui/theme/ui-provider.tsx'

interface Props {
  children: ReactNode
  /** For the style pages. */
  forcedScheme?: 'light' | 'dark' | undefined
}

/** Providers for every screen of the app: theme, query cache, dialogs and toasts. */
export function AppProvider({ children, forcedScheme }: Props) {
  const [client] = useState(newClient)
  return (
    <UiProvider forcedScheme={forcedScheme}>
      <QueryClientProvider client={client}>
        <ConfirmProvider>{children}</ConfirmProvider>
        <Toasts />
      </QueryClientProvider>
    </UiProvider>
  )
}

function newClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // The client retries requests itself; the cache only retries lost connections.
        retry: (count, error) => (error as ApiError).status === 0 && count < 1,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
