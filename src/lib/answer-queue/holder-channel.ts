interface Options {
  attempt_id: string
  holder: number
  /** Another tab of this browser holds the attempt now. */
  onTakenOver(holder: number): void
}

/**
 * Announces to the other tabs of this browser that `holder` has the attempt, and calls `onTakenOver` when a newer one
 * announces itself, also without network. Returns a function that closes the channel.
 */
export function openHolderChannel({ attempt_id, holder, onTakenOver }: Options): () => void {
  const channel = new BroadcastChannel(`attempt/${attempt_id}`)
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data !== 'number') return
    if (event.data > holder) onTakenOver(event.data)
    // An older tab that opened its channel after the announcement.
    else if (event.data < holder) channel.postMessage(holder)
  })
  channel.postMessage(holder)
  return () => channel.close()
}
