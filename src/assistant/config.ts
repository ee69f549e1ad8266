import { headerSecret, plainHttpUrl, textUpTo } from '#platform/config/formats.ts'
import { defineConfigGroup, integerSetting, textSetting, urlSetting } from '#platform/config/settings.ts'

export interface AssistantConfig {
  /** An endpoint with the OpenAI chat protocol; null if answers are quotes only. */
  endpoint: {
    /** Address for chat completions, set by the operator: it may be private. */
    url: string
    /** Null if the endpoint requires none. */
    key: string | null
    model: string
    /** Longest time of an answer. */
    timeoutSeconds: number
  } | null
  /** Questions and tokens per day of the school's calendar. */
  studentQuestions: number
  schoolQuestions: number
  studentTokens: number
  schoolTokens: number
  /** Days until questions are deleted. */
  retentionDays: number
}

declare module '#platform/config/config.ts' {
  interface Config {
    assistant: AssistantConfig
  }
}

const maxPerDay = 999_999_999

export const assistantGroup = defineConfigGroup({
  title: 'Assistant',
  usedBy: ['web', 'worker'],
  settings: {
    ASSISTANT_URL: urlSetting({
      description:
        'Endpoint with an OpenAI-compatible chat API, such as `https://models.example/v1`; private addresses are allowed, and redirects are not followed',
      format: plainHttpUrl,
      defaultText: 'the assistant answers with quotes from the course',
      requiredWith: ['ASSISTANT_KEY', 'ASSISTANT_MODEL'],
      plaintextConnection: 'assistant',
    }),
    ASSISTANT_KEY: textSetting({
      description: 'API key, if the endpoint requires one',
      format: headerSecret,
      secret: true,
    }),
    ASSISTANT_MODEL: textSetting({
      description: 'Model',
      format: textUpTo(200),
      requiredWith: ['ASSISTANT_URL'],
    }),
    ASSISTANT_TIMEOUT_SECONDS: integerSetting({
      description: 'Longest time of an answer, after which the assistant quotes the course',
      minimum: 1,
      maximum: 50,
      unit: 'seconds',
      default: 25,
    }),
    ASSISTANT_STUDENT_QUESTIONS: integerSetting({
      description: 'Questions of one person per day',
      minimum: 1,
      maximum: maxPerDay,
      unit: 'questions',
      default: 40,
    }),
    ASSISTANT_SCHOOL_QUESTIONS: integerSetting({
      description: 'Questions of one school per day',
      minimum: 1,
      maximum: maxPerDay,
      unit: 'questions',
      default: 5_000,
    }),
    ASSISTANT_STUDENT_TOKENS: integerSetting({
      description: 'Tokens of one person per day, beyond which answers are quotes',
      minimum: 0,
      maximum: maxPerDay,
      unit: 'tokens',
      default: 100_000,
    }),
    ASSISTANT_SCHOOL_TOKENS: integerSetting({
      description: 'Tokens of one school per day, beyond which answers are quotes',
      minimum: 0,
      maximum: maxPerDay,
      unit: 'tokens',
      default: 5_000_000,
    }),
    ASSISTANT_RETENTION_DAYS: integerSetting({
      description: 'Time until questions are deleted',
      minimum: 1,
      maximum: 3_650,
      unit: 'days',
      default: 365,
    }),
  },
  resolve(values) {
    const { ASSISTANT_URL: base, ASSISTANT_KEY: key, ASSISTANT_MODEL: model } = values
    const timeoutSeconds = values.ASSISTANT_TIMEOUT_SECONDS
    const assistant: AssistantConfig = {
      endpoint: base && model ? { url: chatUrl(base), key, model, timeoutSeconds } : null,
      studentQuestions: values.ASSISTANT_STUDENT_QUESTIONS,
      schoolQuestions: values.ASSISTANT_SCHOOL_QUESTIONS,
      studentTokens: values.ASSISTANT_STUDENT_TOKENS,
      schoolTokens: values.ASSISTANT_SCHOOL_TOKENS,
      retentionDays: values.ASSISTANT_RETENTION_DAYS,
    }
    return { assistant }
  },
})

/** The operator may set the base, such as `https://models.example/v1`, or the whole address. */
function chatUrl(base: string) {
  const address = base.replace(/\/+$/, '')
  return address.endsWith('/chat/completions') ? address : `${address}/chat/completions`
}
