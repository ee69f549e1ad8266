import { resolve } from 'node:path'
import { longSecret } from './formats.ts'
import { choiceSetting, defineConfigGroup, integerSetting, textSetting } from './settings.ts'

export const environments = ['development', 'production', 'test'] as const
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface EnvironmentConfig {
  environment: (typeof environments)[number]
  production: boolean
  /** Absolute path. */
  dataDir: string
  /** Secret for signing and encryption. */
  appSecret: string
  /** The previous secret during a rotation, or null. Only decrypts. */
  previousSecret: string | null
  logLevel: (typeof logLevels)[number]
  /** Jobs that one worker runs in parallel. */
  workerConcurrency: number
  /** Seconds between reporting "not ready" and refusing connections. */
  shutdownDrainSeconds: number
}

export const environmentGroup = defineConfigGroup({
  title: 'Process',
  usedBy: ['web', 'worker', 'commands'],
  settings: {
    NODE_ENV: choiceSetting(environments, {
      description:
        'Environment; `production` rejects unencrypted connections and a missing or guessable `APP_SECRET`, and disables `/dev` pages',
      default: 'development',
    }),
    DATA_DIR: textSetting({
      description: 'Folder of the embedded database, the uploads and the generated secret',
      default: 'data',
    }),
    APP_SECRET: textSetting({
      description:
        'Signs links, encrypts stored secrets and sets the password of the application’s database role',
      format: longSecret,
      defaultText: 'generated once, stored in `DATA_DIR/secret`',
      secret: true,
      requiredInProduction: true,
    }),
    APP_SECRET_PREVIOUS: textSetting({
      description:
        'Previous `APP_SECRET` during a rotation; see [operations](operations.md#changing-the-secret)',
      format: longSecret,
      secret: true,
    }),
    LOG_LEVEL: choiceSetting(logLevels, {
      description: 'Least severity of the log, which is JSON on standard output',
      defaultText: '`info`; `warn` in a terminal outside production',
      usedBy: ['web', 'worker'],
    }),
    WORKER_CONCURRENCY: integerSetting({
      description: 'Jobs that one worker runs at the same time',
      minimum: 1,
      maximum: 64,
      unit: 'jobs',
      default: 4,
      usedBy: ['web', 'worker'],
    }),
    SHUTDOWN_DRAIN_SECONDS: integerSetting({
      description: 'Time between reporting “not ready” and refusing connections, so that a proxy can react',
      minimum: 0,
      maximum: 10,
      unit: 'seconds',
      default: 0,
      productionDefault: 5,
      usedBy: ['web'],
    }),
  },
  resolve(values, { environment, production, addError }) {
    const { APP_SECRET: secret, APP_SECRET_PREVIOUS: previousSecret } = values
    if (production && secret && isGuessable(secret)) addError('APP_SECRET', `must be ${longSecret.expected}`)
    if (previousSecret && previousSecret === secret)
      addError('APP_SECRET_PREVIOUS', 'is the same as APP_SECRET')
    return {
      environment,
      production,
      dataDir: resolve(values.DATA_DIR),
      /** Null outside production: then a secret is generated. */
      givenSecret: secret,
      previousSecret,
      // In a terminal, log lines of requests and jobs would hide the printed logins.
      logLevel: values.LOG_LEVEL ?? (!production && process.stdout.isTTY ? 'warn' : 'info'),
      workerConcurrency: values.WORKER_CONCURRENCY,
      shutdownDrainSeconds: values.SHUTDOWN_DRAIN_SECONDS,
    }
  },
})

/** A long secret that is a word or a pattern copied from an example. */
const isGuessable = (secret: string) =>
  new Set(secret).size < 10 || /change.?me|default|example|password|secret|development/i.test(secret)
