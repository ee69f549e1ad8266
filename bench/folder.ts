import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '#app.ts'
import { seedDemo } from '#demo/seed.ts'
import { loadConfig } from '#config.ts'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { seedSchools, type SeedSize } from './seed-schools.ts'

const quiet = { info() {}, warn() {}, error: (text: string) => process.stderr.write(`${text}\n`) }

export const dataFolder = ({ schools }: SeedSize) =>
  join(import.meta.dirname, `../bench-data/${schools}-schools`)

/** A data directory with the demo and generated schools, with its database running. */
export async function openSeededDatabase(crowd: SeedSize, tell: (done: number) => void = () => {}) {
  const dataDir = dataFolder(crowd)
  mkdirSync(dataDir, { recursive: true })
  const secretFile = join(dataDir, 'secret')
  if (!existsSync(secretFile)) writeFileSync(secretFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const env = {
    NODE_ENV: 'production',
    ALLOW_PLAINTEXT_CONNECTIONS: 'public',
    ROOT_DOMAIN: 'localhost',
    DATA_DIR: dataDir,
    APP_SECRET: readFileSync(secretFile, 'utf8'),
    TRUSTED_PROXIES: 'loopback',
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet })
  try {
    const config = loadConfig(env)
    const appUrl = appRoleUrl(postgres.url, config.appSecret)
    await migrate(postgres.url, { appRolePassword: new URL(appUrl).password })
    const app = await createApp({
      config,
      databaseUrl: appUrl,
      logger: pino({ level: 'error' }),
      pages: 'none',
    })
    await seedDemo({ config, db: app.services.databases.db, storage: app.services.storage })
    await app.close()
    await seedSchools(postgres.url, crowd, tell)
    return { postgres, dataDir, config, env: { ...env, APP_DATABASE_URL: appUrl }, appUrl }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
