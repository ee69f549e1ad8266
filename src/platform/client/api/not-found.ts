/** Returns the reply, or throws the 404 page if it was refused as not found. */
export async function replyOrNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) throwNotFound()
    throw error
  }
}

/** Ends a loader or middleware with the 404 page. */
export function throwNotFound(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router turns a thrown response into its error page
  throw new Response(null, { status: 404 })
}
