import { pino, type Logger } from 'pino'

/**
 * Structured lines on standard output. They leave in blocks, at the latest after a quarter of a second and before the
 * process ends: one write for each line would cost a busy process more than many an answer.
 */
export function openLog(level: string): Logger {
  return pino({ level }, pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }))
}
