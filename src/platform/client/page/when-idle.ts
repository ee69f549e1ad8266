/** Milliseconds after which even a busy page runs what waits. */
const timeoutMs = 5_000

/** Runs `work` once the page has loaded and has nothing else to do. */
export function whenIdle(work: () => void) {
  const wait = () =>
    // Safari has no idle callbacks.
    'requestIdleCallback' in window
      ? requestIdleCallback(work, { timeout: timeoutMs })
      : setTimeout(work, 500)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
