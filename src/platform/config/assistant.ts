import type { ConfigReader } from './config.ts'

/** Whom questions about a course are put to, and how many. */
export interface AssistantConfig {
  /** Speaks the OpenAI chat protocol; null where answers are quotes only. */
  endpoint: {
    /** Where chat completions are posted. The operator's own word: a private address will do. */
    url: string
    /** Null where the endpoint asks for none. */
    key: string | null
    model: string
    /** Longest time that an answer may take. */
    seconds: number
  } | null
  /** Per day of the school's calendar, as are the three below. */
  studentQuestions: number
  schoolQuestions: number
  studentTokens: number
  schoolTokens: number
  /** Days after which questions are removed. */
  keepDays: number
}

export function readAssistant(read: ConfigReader): AssistantConfig {
  const number = (name: string, fallback: number, min = 1) =>
    read.number(`ASSISTANT_${name}`, fallback, { min, max: 999_999_999 })
  return {
    endpoint: readEndpoint(read),
    studentQuestions: number('STUDENT_QUESTIONS', 40),
    schoolQuestions: number('SCHOOL_QUESTIONS', 5_000),
    studentTokens: number('STUDENT_TOKENS', 100_000, 0),
    schoolTokens: number('SCHOOL_TOKENS', 5_000_000, 0),
    keepDays: read.number('ASSISTANT_RETENTION_DAYS', 365, { min: 1, max: 3_650 }),
  }
}

function readEndpoint(read: ConfigReader): AssistantConfig['endpoint'] {
  const base = read.optional(
    'ASSISTANT_URL',
    isEndpoint,
    'an http:// or https:// address without a name or password in it',
  )
  const key = read.secretLine('ASSISTANT_KEY')
  const model = read.optional('ASSISTANT_MODEL', (value) => value.length <= 200, 'the name of a model')
  const seconds = read.number('ASSISTANT_TIMEOUT_SECONDS', 25, { min: 1, max: 50 })
  if (base && !model) read.fault('ASSISTANT_MODEL', 'is required with ASSISTANT_URL')
  if (!base && (key || model))
    read.fault('ASSISTANT_URL', 'is required with ASSISTANT_KEY and ASSISTANT_MODEL')
  return base && model ? { url: chatAddress(base), key, model, seconds } : null
}

function isEndpoint(value: string) {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, search, hash } = new URL(value)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  return (protocol === 'http:' || protocol === 'https:') && isPlain
}

/** Endpoints are named by their base, such as `https://models.example/v1`, or by the whole address. */
function chatAddress(base: string) {
  const address = base.replace(/\/+$/, '')
  return address.endsWith('/chat/completions') ? address : `${address}/chat/completions`
}
