import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'

import { createDatabase, testSecret, urlWithDatabase } from './databases.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Owner connection to the server; its database is the migrated template. */
    templateUrl: string
    appTemplateUrl: string
    /** A directory for temporary data of the run. */
    scratch: string
  }
}

/** One server and one migrated template for the whole run; each worker clones the template. */
export default async function setup(project: TestProject) {
  const server = await openServer()
  const templateUrl = urlWithDatabase(server.url, `template_${process.pid}_${project.name}`)
  await createDatabase(templateUrl)
  const appTemplateUrl = appRoleUrl(templateUrl, testSecret)
  await migrate(templateUrl, { appRolePassword: new URL(appTemplateUrl).password })
  project.provide('templateUrl', templateUrl)
  project.provide('appTemplateUrl', appTemplateUrl)
  const scratch = await mkdtemp(join(tmpdir(), 'lyceum-scratch-'))
  project.provide('scratch', scratch)
  return async () => {
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

const silent = { info() {}, warn() {}, error: (message: string) => process.stderr.write(`${message}\n`) }

async function openServer() {
  // A running server makes single test files start faster.
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, stop: async () => {} }
  const { startEmbeddedPostgres } = await import('#embedded-postgres/embedded-postgres.ts')
  const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-test-'))
  const server = await startEmbeddedPostgres({ dataDir, ephemeral: true, log: silent })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}
