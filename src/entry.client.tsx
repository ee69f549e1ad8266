import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'
import { getBrowserApp } from '#tenancy/client/browser.ts'
import { errorReporting, deferErrorReporter } from '#platform/client/error-reports/error-reporting.ts'
import { FrameProvider } from '#tenancy/client/frame.tsx'
import type { AccountSwitchPrompt } from '#tenancy/client/session/redeem-address-token.ts'
import { namespacesOfPage } from '#ui/frame/handle.ts'
import { replaceTexts } from '#lib/wording/replace-texts.ts'
import { whenIdle } from '#platform/client/page/when-idle.ts'
import { createLazyI18n } from '#ui/i18n/create-i18n.ts'
import { loadMessages } from '#ui/i18n/lazy-texts.ts'

if (import.meta.env.PROD) silenceConsole()
startLate()
void start()

/** A function declaration, because the page starts before this line is reached. */
async function askToSwitch(question: AccountSwitchPrompt) {
  return (await import('#ui/small-scripts/confirm-account-switch.ts')).confirmAccountSwitch(question)
}

async function start() {
  const { frame } = getBrowserApp()
  // The code is valid for one session, and every screen below needs that session.
  if (window.arrivedHandoff) {
    const { redeemHandoff } = await import('#tenancy/client/session/handoff.ts')
    if (!(await redeemHandoff(window.arrivedHandoff, askToSwitch))) return
  }
  const i18n = await createLazyI18n(frame.locale, namespacesOfPage(), async (language, namespace) =>
    replaceTexts(await loadMessages(language, namespace), namespace, frame.wording),
  )
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  // Libraries of dialogs read the nonce for their styles here.
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

/** Loads what visitors do not wait for: offline page, analytics, error reports. */
function startLate() {
  let loading: Promise<void> | undefined
  const load = () => {
    // A failure to load it is ignored.
    loading ??= import('./start-after-load.ts').then((late) => late.startAfterLoad()).catch(() => undefined)
  }
  if (getBrowserApp().frame.error_reports) deferErrorReporter(load)
  whenIdle(load)
}

function silenceConsole() {
  const silent = () => {}
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[method] = silent
}
