/** Local storage; null where the browser lets this address store nothing. */
export function shelfHere(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
