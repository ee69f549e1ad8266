import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { cloneTemplate, testSecret } from '#testing/harness/databases.ts'
import { rootDomain } from '#testing/harness/harness.ts'
import { startNode } from './children.ts'

/** Web and worker as real processes over the database of this test worker. */
export async function startTwoProcesses(more: NodeJS.ProcessEnv) {
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const env = {
    NODE_ENV: 'test',
    ROOT_DOMAIN: rootDomain,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'lyceum-processes-')),
    DATABASE_URL: ownerUrl,
    APP_SECRET: testSecret,
    ALLOW_LOOPBACK_OUTBOUND: 'on',
    ...more,
  }
  const [web, worker] = [startNode('src/web.ts', [], env), startNode('src/worker.ts', [], env)]
  const [[, port]] = await Promise.all([
    web.waitForOutput(/"port":(\d+).*web is ready/),
    worker.waitForOutput(/worker is ready/),
  ])
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Stops both; returns their output. */
    async end() {
      await Promise.all([web.stop(), worker.stop()])
      return { web: web.lines.join('\n'), all: [...web.lines, ...worker.lines].join('\n') }
    },
  }
}
