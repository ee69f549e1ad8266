const maxErrors = 10

/** Stores errors that occur before the app loads, for the error reporter; sends nothing. */
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
