let loading = false

/** Loads the deferred files of the app, once; see `ui/frame/defer-scripts.ts`. */
export function loadApp() {
  if (loading) return
  loading = true
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', release)
  else release()
}

function release() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="held-modulepreload"]'))
    link.rel = 'modulepreload'
  for (const held of document.querySelectorAll<HTMLScriptElement>('script[type="held-module"]')) {
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = held.nonce
    script.textContent = held.textContent
    document.body.append(script)
  }
}
