/** Waits for the lock `file` and takes it; returns a function that releases it. */
export function lock(file: string): Promise<() => void>
