import { browserStore, storedToken, takeTokenFromAddress } from '#tenancy/client/session/session.ts'
import { loginUrl } from '#platform/client/session/redirect.ts'
import { browserStorage } from '#platform/client/session/browser-storage.ts'
import { watchDocumentNavigation } from '#ui/frame/document-navigation.ts'
import { watchScriptFailures } from './failed-scripts.ts'
import { bufferErrors } from './buffer-errors.ts'
import { bufferClicks } from './buffer-clicks.ts'

/**
 * Runs first on every page that hydrates, before anything shows: removes a token from the address, redirects a
 * visitor from a private page, sets the colour scheme, stores clicks until hydration, and shows the error page if
 * the app cannot be loaded.
 */
function guard() {
  const root = document.documentElement
  const addressBar = {
    href: location.href,
    replace: (address: string) => history.replaceState(null, '', address),
  }
  const storage = browserStorage()
  if (!storage) return tellUnable()
  const store = browserStore(storage)
  const code = takeTokenFromAddress(addressBar, store)
  if (code) window.arrivedHandoff = code
  else if (root.dataset.page === 'private' && !storedToken(store)) {
    root.hidden = true
    location.replace(loginUrl(location))
    return
  }
  if (root.dataset.scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.mantineColorScheme = 'dark'
}

/** Without storage no session is possible: shows the notice for unsupported browsers. */
function tellUnable() {
  document.addEventListener('DOMContentLoaded', () => {
    const said = document.createElement('p')
    said.className = 'ly-unable'
    said.setAttribute('role', 'alert')
    said.textContent = document.querySelector('noscript')?.title ?? ''
    document.body.prepend(said)
  })
}

// The app reuses the function instead of loading it again.
window.watchDocumentNavigation = watchDocumentNavigation
bufferErrors()
guard()
bufferClicks()
watchScriptFailures()
