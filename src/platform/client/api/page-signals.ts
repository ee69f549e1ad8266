/** Something on the page that may have an analytics event. */
export type PageSignal =
  /** A route change has completed. */
  | { kind: 'route'; path: string }
  /** An API call, named by its contract, has changed something. */
  | { kind: 'call'; name: string }

/** Maximum signals stored until the listener loads, when the page is idle. */
const maxWaiting = 50
const waiting: PageSignal[] = []
let listener: ((signal: PageSignal) => void) | undefined

/**
 * Passes a signal to the listener, or stores it until one is registered; drops it when `maxWaiting` are
 * stored.
 */
export function emitPageSignal(signal: PageSignal) {
  if (listener) listener(signal)
  else if (waiting.length < maxWaiting) waiting.push(signal)
}

/** Passes stored signals to the listener, and all later ones. */
export function onPageSignal(next: (signal: PageSignal) => void) {
  listener = next
  for (const signal of waiting.splice(0)) next(signal)
}
