import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, test } from 'vitest'
import { cloneTemplate, testSecret } from '#testing/harness/databases.ts'

/** Libraries of single features: the first request or job that needs one loads it. */
const featureLibraries = [
  '@aws-sdk/client-s3',
  '@sentry/browser',
  '@zxcvbn-ts/language-common',
  'file-type',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'react',
  'react-dom',
  'react-router',
  'sharp',
  'vite',
]
/** The exporter of metrics and spans, which a process without a receiver does not load. */
const isExporter = (url: string) => /\/telemetry\/(?:start|tracer|span-queue|otlp)/.test(url)
const httpLibraries = ['fastify', '@fastify/static']

/** Starts a program of the product; returns the packages and own files that it loaded until it was ready. */
async function modulesAtStart(program: string) {
  const suffix = `start${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-start-'))
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: ownerUrl,
    APP_SECRET: testSecret,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'off',
  }
  const child = spawn(process.execPath, ['--import', './src/testing/report-loaded-modules.ts', program], {
    cwd: join(import.meta.dirname, '..'),
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    for await (const line of createInterface(child.stdout!)) if (line.includes('is ready')) break
    child.send('which?')
    const [urls] = (await once(child, 'message')) as [string[]]
    const packages = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
    const files = urls.filter((url) => !url.includes('/node_modules/'))
    return { packages: [...new Set(packages)], files }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

// Starting takes a second, or many on a busy machine.
const timeout = 120_000

test(
  'starts a worker without web server, page renderer and libraries of single features',
  { timeout },
  async () => {
    const { packages, files } = await modulesAtStart('src/worker.ts')
    expect(packages).toContain('graphile-worker')
    expect(packages.filter((name) => [...featureLibraries, ...httpLibraries].includes(name))).toEqual([])
    expect(files.filter((url) => /\/src\/(app\.ts|demo\/)|\/build\/server\//.test(url))).toEqual([])
    expect(files.filter(isExporter)).toEqual([])
  },
)

test(
  'starts a web process without page renderer, jobs and libraries of single features',
  { timeout },
  async () => {
    const { packages, files } = await modulesAtStart('src/web.ts')
    expect(packages).toContain('fastify')
    expect(packages.filter((name) => featureLibraries.includes(name))).toEqual([])
    expect(files.filter((url) => /\/src\/(jobs\.ts|demo\/)|\/build\/server\//.test(url))).toEqual([])
    expect(files.filter(isExporter)).toEqual([])
  },
)
