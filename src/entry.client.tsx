import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'
import { inBrowser } from '#platform/client/session/browser.ts'
import { errorReporting, expectReporter } from '#platform/client/error-reports/error-reporting.ts'
import { FrameProvider } from '#platform/client/page/frame.tsx'
import type { SwitchQuestion } from '#platform/client/session/arrival.ts'
import { namespacesOfPage } from '#ui/frame/handle.ts'
import { whenIdle } from '#platform/client/page/when-idle.ts'
import { createLazyI18n } from '#ui/i18n/create-i18n.ts'
import { loadTexts } from '#ui/i18n/lazy-texts.ts'

if (import.meta.env.PROD) silenceConsole()
startLate()
void start()

/** A declaration, since the page starts before this line is reached. */
async function askToSwitch(question: SwitchQuestion) {
  return (await import('#ui/small-scripts/ask-to-switch.ts')).askToSwitch(question)
}

async function start() {
  const { frame } = inBrowser()
  // The code is good for one session, and every screen below asks for that session.
  if (window.arrivedHandoff) {
    const { redeemHandoff } = await import('#platform/client/session/handoff.ts')
    if (!(await redeemHandoff(window.arrivedHandoff, askToSwitch))) return
  }
  const i18n = await createLazyI18n(frame.locale, namespacesOfPage(), loadTexts)
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  // Where the libraries behind dialogs look for the nonce of the styles that they write.
  window.__webpack_nonce__ = nonce
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <FrameProvider frame={frame} nonce={nonce}>
          <I18nextProvider i18n={i18n}>
            <HydratedRouter onError={errorReporting.capture} />
          </I18nextProvider>
        </FrameProvider>
      </StrictMode>,
    )
  })
}

/** What comes after everything that the visitor came for: the offline page, analytics, error reports. */
function startLate() {
  let loading: Promise<void> | undefined
  const load = () => {
    // A part that cannot be loaded is missed by nobody.
    loading ??= import('./start-after-load.ts').then((late) => late.startLate()).catch(() => undefined)
  }
  if (inBrowser().frame.error_reports) expectReporter(load)
  whenIdle(load)
}

function silenceConsole() {
  const silent = () => {}
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[method] = silent
}
