import { showErrorPage } from './show-error-page.ts'

/** How browsers word that a module or its style sheet could not be loaded. */
const loadFailure = /import|module|preload|fetch/i

/** Shows the error page when a script of the app cannot be loaded before the app has taken the page over. */
export function watchScriptFailures() {
  const isStarting = () => window.keptPresses !== undefined
  const fail = () => {
    showErrorPage()
    // Nobody will do what was pressed before, and the buttons of the error page work at once.
    window.keptPresses?.()
  }
  addEventListener(
    'error',
    ({ target }) => {
      if (!isStarting() || !(target instanceof HTMLScriptElement)) return
      // The module script of the document itself has no address of its own; scripts of extensions are not ours.
      if (!target.src || target.src.startsWith(`${location.origin}/`)) fail()
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isStarting() && reason instanceof TypeError && loadFailure.test(reason.message)) fail()
  })
}
