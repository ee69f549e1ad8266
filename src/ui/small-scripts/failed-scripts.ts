import { showErrorPage } from './show-error-page.ts'

/** Error messages of browsers for modules or style sheets that failed to load. */
const loadFailure = /import|module|preload|fetch/i

/** Shows the error page when a script of the app cannot be loaded before hydration. */
export function watchScriptFailures() {
  const isStarting = () => window.keptPresses !== undefined
  const fail = () => {
    showErrorPage()
    // Discards stored clicks, so that the buttons of the error page work at once.
    window.keptPresses?.()
  }
  addEventListener(
    'error',
    ({ target }) => {
      if (!isStarting() || !(target instanceof HTMLScriptElement)) return
      // The inline module script of the document has no address; scripts of browser extensions are ignored.
      if (!target.src || target.src.startsWith(`${location.origin}/`)) fail()
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isStarting() && reason instanceof TypeError && loadFailure.test(reason.message)) fail()
  })
}
