/** Local storage; null if the browser does not allow storage. */
export function browserStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
