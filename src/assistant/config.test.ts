import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#config.ts'
import type { ConfigError } from '#platform/config/read-config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'lyceum-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const assistantOf = (env: NodeJS.ProcessEnv) => loadConfig({ DATA_DIR, ...env }).assistant

function errorsOf(env: NodeJS.ProcessEnv) {
  try {
    assistantOf(env)
    return []
  } catch (error) {
    return (error as ConfigError).errors
  }
}

test('has no endpoint and default limits without variables', () => {
  expect(assistantOf({})).toEqual({
    endpoint: null,
    studentQuestions: 40,
    schoolQuestions: 5_000,
    studentTokens: 100_000,
    schoolTokens: 5_000_000,
    retentionDays: 365,
  })
})

test.each([
  ['http://10.0.0.5:11434/v1', 'http://10.0.0.5:11434/v1/chat/completions'],
  ['https://models.example/v1/', 'https://models.example/v1/chat/completions'],
  ['https://models.example/v1/chat/completions', 'https://models.example/v1/chat/completions'],
])('accepts %s as an endpoint, private or not', (ASSISTANT_URL, url) => {
  const { endpoint } = assistantOf({ ASSISTANT_URL, ASSISTANT_MODEL: 'small', ASSISTANT_KEY: 'k-1' })
  expect(endpoint).toEqual({ url, key: 'k-1', model: 'small', timeoutSeconds: 25 })
})

test.each([
  [{ ASSISTANT_URL: 'ftp://models.example' }, 'ASSISTANT_URL'],
  [{ ASSISTANT_URL: 'models.example' }, 'ASSISTANT_URL'],
  [{ ASSISTANT_URL: 'https://me:hunter2@models.example', ASSISTANT_MODEL: 'm' }, 'ASSISTANT_URL'],
  [{ ASSISTANT_URL: 'https://models.example?key=hunter2', ASSISTANT_MODEL: 'm' }, 'ASSISTANT_URL'],
  [{ ASSISTANT_URL: 'https://models.example' }, 'ASSISTANT_MODEL'],
  [{ ASSISTANT_MODEL: 'm' }, 'ASSISTANT_URL'],
  [{ ASSISTANT_KEY: 'hunter2' }, 'ASSISTANT_URL'],
  [
    { ASSISTANT_URL: 'https://models.example', ASSISTANT_MODEL: 'm', ASSISTANT_KEY: 'hunter2 \n x' },
    'ASSISTANT_KEY',
  ],
  [{ ASSISTANT_TIMEOUT_SECONDS: '51' }, 'ASSISTANT_TIMEOUT_SECONDS'],
  [{ ASSISTANT_STUDENT_QUESTIONS: '0' }, 'ASSISTANT_STUDENT_QUESTIONS'],
  [{ ASSISTANT_SCHOOL_TOKENS: '-1' }, 'ASSISTANT_SCHOOL_TOKENS'],
  [{ ASSISTANT_RETENTION_DAYS: 'ever' }, 'ASSISTANT_RETENTION_DAYS'],
])('rejects %j at start without repeating a secret', (env, variable) => {
  const errors = errorsOf(env)
  expect(errors.map((error) => error.split(' ')[0])).toContain(variable)
  expect(errors.join('\n')).not.toContain('hunter2')
})
