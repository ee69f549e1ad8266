import { createBrowserApi, getBrowserApp } from '#tenancy/client/browser.ts'
import type { Send } from '#platform/client/api/client.ts'
import * as contract from '../../../contract.ts'
import {
  createProgressSender,
  type ProgressCall,
  type ProgressSender,
  type SavedProgress,
} from './progress-sender.ts'
import { syncServerClock } from './server-clock.ts'
import { openPendingProgressStore } from './pending-progress-store.ts'

export interface ProgressListener {
  onSaved(saved: SavedProgress, course_id: string, call: ProgressCall): void
  onRefused(code: string, content_id: string): void
}

const listeners = new Set<ProgressListener>()

/** Subscribes to replies of the server for any content. */
export function onProgress(listener: ProgressListener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const retryEveryMs = 20_000

let current: { user_id: string; sender: ProgressSender } | undefined

/** The page's only sender for the logged-in user. Sends what earlier pages left first. */
export function browserProgressSender(user_id: string): ProgressSender {
  if (current?.user_id === user_id) return current.sender
  const api = leavingApi()
  const sender = createProgressSender({
    send: (call) => api(contract.saveProgress, call),
    store: openPendingProgressStore(user_id),
    onSaved: (...reply) => listeners.forEach((listener) => listener.onSaved(...reply)),
    onRefused: (code, content_id) => listeners.forEach((listener) => listener.onRefused(code, content_id)),
  })
  current = { user_id, sender }
  window.addEventListener('online', () => void sender.flush())
  // A busy server does not announce when it is available again.
  setInterval(() => void sender.flush(), retryEveryMs)
  void sender.resume()
  return sender
}

/** The page's client with requests that outlive it, for the last seconds of a closing tab. */
function leavingApi() {
  const { frame, store } = getBrowserApp()
  const send: Send = async ({ path, method, headers, body }) => {
    const response = await fetch(path, {
      method,
      headers,
      credentials: 'omit',
      keepalive: true,
      ...(body && { body }),
    })
    syncServerClock(response.headers.get('date'))
    return { status: response.status, body: await response.text() }
  }
  return createBrowserApi({
    frame,
    store,
    send,
    // Unsent progress stays for the next login of the same user.
    clear() {
      localStorage.clear()
      sessionStorage.clear()
    },
    reload: () => location.reload(),
    onPrivatePage: () => true,
    log: () => {},
  })
}
