import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

function lineOf(write: (log: pino.Logger) => void) {
  const lines: string[] = []
  write(pino(logOptions('info'), { write: (line: string) => void lines.push(line) }))
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0]!) as { msg: string; err: Record<string, unknown> }
}

test('logs an error with code and causes, without attached objects', () => {
  const cause = Object.assign(new Error('the row is there already'), {
    detail: 'Key (email)=(amina@people.test)',
  })
  const error = Object.assign(new Error('not saved', { cause }), {
    code: '23505',
    client: { password: 'hidden words' },
    detail: 'Key (email)=(amina@people.test) already exists.',
  })
  const { msg, err } = lineOf((log) => log.error({ err: error }, 'a job failed'))
  expect(msg).toBe('a job failed')
  expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'type'])
  expect(err).toMatchObject({ type: 'Error', code: '23505', message: 'not saved: the row is there already' })
  expect(JSON.stringify(err)).not.toMatch(/hidden words|amina/)
})

test('logs a thrown value that is not an error', () => {
  expect(lineOf((log) => log.error({ err: 'a word' }, 'thrown')).err).toBe('a word')
})
