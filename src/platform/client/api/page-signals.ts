/** Something that happened on the page and that analytics may have an event for. */
export type PageSignal =
  /** A route change has completed. */
  | { kind: 'route'; path: string }
  /** A call of the API, named by its contract, has changed something. */
  | { kind: 'call'; name: string }

/** Signals that wait for the listener, which is loaded when the page has become idle. */
const maxWaiting = 50
const waiting: PageSignal[] = []
let listener: ((signal: PageSignal) => void) | undefined

export function emitPageSignal(signal: PageSignal) {
  if (listener) listener(signal)
  else if (waiting.length < maxWaiting) waiting.push(signal)
}

/** Hands over what happened so far, and everything from now on. */
export function onPageSignal(next: (signal: PageSignal) => void) {
  listener = next
  for (const signal of waiting.splice(0)) next(signal)
}
