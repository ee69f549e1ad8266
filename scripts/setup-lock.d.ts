/** Waits for `file`, takes it, and answers how to let go of it. */
export function lock(file: string): Promise<() => void>
