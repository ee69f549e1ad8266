/** The answer, or a page that says that there is nothing: a course that was removed, an address that is mistyped. */
export async function replyOrNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) throwNotFound()
    throw error
  }
}

/** Ends a loader or a middleware with the page of a 404. */
export function throwNotFound(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router turns a thrown answer into its error page
  throw new Response(null, { status: 404 })
}
