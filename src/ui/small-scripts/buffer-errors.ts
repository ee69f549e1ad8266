const maxErrors = 10

/** Keeps what fails before the app is there, for the reporter of errors; by itself nothing of it leaves the page. */
export function bufferErrors() {
  const errors: unknown[] = (window.earlyErrors = [])
  const keep = (event: { error?: unknown; reason?: unknown }) => {
    const error = event.error ?? event.reason
    if (window.captureError) window.captureError(error)
    else if (errors.length < maxErrors) errors.push(error)
  }
  window.addEventListener('error', keep)
  window.addEventListener('unhandledrejection', keep)
}
