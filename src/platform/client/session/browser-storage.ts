/** Local storage; null where the browser lets this address store nothing. */
export function browserStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
