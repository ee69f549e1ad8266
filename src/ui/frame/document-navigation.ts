import { navigatedLink } from '#platform/client/page/navigated-link.ts'
import { replacesHistoryEntry } from './history-entry.ts'

interface NavigationBar {
  started: () => void
  ended: () => void
}

/** Milliseconds. A link may be a download, which does not leave the page and fires no event. */
export const maxNavigationMs = 15_000

/**
 * Watches links and forms that load another document: reports the start, and replaces the history entry where the
 * address requires it. The end is the next document, or this one restored from the back/forward cache.
 */
export function watchDocumentNavigation({ started, ended }: NavigationBar): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    clearTimeout(timer)
    timer = setTimeout(ended, maxNavigationMs)
    started()
  }
  const follow = (event: MouseEvent) => {
    const link = navigatedLink(event)
    if (!link || !loadsDocument(link)) return
    if (replacesHistoryEntry(location, link)) {
      event.preventDefault()
      location.replace(link.href)
    }
    start()
  }
  const submit = (event: SubmitEvent) => {
    const { target } = event.target as HTMLFormElement
    if (!event.defaultPrevented && (!target || target === '_self')) start()
  }
  /** Also covers `location.assign` and back, where the browser has the Navigation API. */
  const navigate = ({ destination, downloadRequest }: NavigateEvent) => {
    if (!destination.sameDocument && downloadRequest === null) start()
  }
  const show = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    clearTimeout(timer)
    ended()
  }
  // On the window, so that it runs after every handler that may prevent the navigation.
  window.addEventListener('click', follow, { signal })
  window.addEventListener('submit', submit, { signal })
  if ('navigation' in window) navigation.addEventListener('navigate', navigate, { signal })
  window.addEventListener('pageshow', show, { signal })
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}

function loadsDocument({ protocol, href, hash }: HTMLAnchorElement) {
  if (!/^https?:$/.test(protocol)) return false
  const isSamePage = href.replace(/#.*/, '') === location.href.replace(/#.*/, '')
  return !(isSamePage && hash)
}
