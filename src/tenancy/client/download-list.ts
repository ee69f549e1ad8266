import { toApiError } from '#platform/client/api/api-error.ts'
import { toApiRequest, type ApiInput } from '#platform/client/api/client.ts'
import type { BaseRoute } from '#platform/contract/route.ts'
import { apiHeaders, getBrowserApp } from './browser.ts'

/** Reads all pages of a list as a CSV file, with the filters of `input`. Throws `ApiError` if the server refuses. */
export async function downloadList<R extends BaseRoute>(contract: R, input: Omit<ApiInput<R>, 'cursor'>) {
  const { path } = toApiRequest(contract, input as Record<string, unknown>)
  const response = await fetch(path, {
    headers: { ...apiHeaders(getBrowserApp()), accept: 'text/csv' },
    credentials: 'omit',
  })
  if (!response.ok) throw toApiError(response.status, await response.text())
  // As bytes: decoding as text would drop the byte order mark.
  const disposition = response.headers.get('content-disposition') ?? ''
  const file_name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'list.csv'
  return { file_name, blob: await response.blob() }
}
