/** Milliseconds after which the work runs even on a busy page. */
const timeoutMs = 5_000

/** Runs `work` once the page has loaded and is idle. */
export function whenIdle(work: () => void) {
  const wait = () =>
    // Safari has no `requestIdleCallback`.
    'requestIdleCallback' in window
      ? requestIdleCallback(work, { timeout: timeoutMs })
      : setTimeout(work, 500)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
