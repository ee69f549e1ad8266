import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { S3Config } from '#platform/config/storage.ts'

interface Context {
  method: string
  path: string
  app: object
  query: Record<string, string>
  headers: Record<string, string | undefined>
  status: number
}

type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>

interface S3rver {
  new (options: object): {
    run(): Promise<AddressInfo>
    close(): Promise<void>
    httpServer: Server
    middleware: Middleware[]
    logger: { silent: boolean }
    store: { getResourcePath(bucket: string, key: undefined, resource: string): string }
  }
}

/** Browsers of any origin may write, like in the configuration of a bucket. */
const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
<AllowedHeader>content-type</AllowedHeader><MaxAgeSeconds>600</MaxAgeSeconds></CORSRule></CORSConfiguration>`

export interface S3Server {
  config: S3Config
  /** Multipart uploads that were neither completed nor aborted. */
  unfinished(): string[]
  stop(): Promise<void>
}

/**
 * An S3 server on a free port of this machine: it checks signatures, their time and their conditions, like a real
 * one.
 */
export async function startS3Server(): Promise<S3Server> {
  // The package has no types.
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver
  const directory = mkdtempSync(join(tmpdir(), 'lyceum-s3-'))
  const configureBuckets = [{ name: 'lyceum', configs: [cors] }]
  const server = new Server({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  // Without this it reports that it cannot write logs.
  server.logger.silent = true
  const multiparts = server.store.getResourcePath('lyceum', undefined, 'uploads')
  // An S3 operation that we need and this server lacks.
  server.middleware.unshift(async (ctx, next) => {
    // This server computes the signature of a listing without the trailing slash, unlike others: only there it is
    // not checked.
    if (ctx.path === '/lyceum/')
      ctx.app = Object.create(ctx.app, { allowMismatchedSignatures: { value: true } })
    if (ctx.method !== 'DELETE' || !ctx.query.uploadId) return next()
    rmSync(join(multiparts, basename(ctx.query.uploadId)), { recursive: true, force: true })
    ctx.status = 204
  })
  server.middleware.unshift(createCopyBarrier())
  const { port } = await server.run()
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      publicEndpoint: null,
      region: 'us-east-1',
      bucket: 'lyceum',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    unfinished: () => (existsSync(multiparts) ? readdirSync(multiparts) : []),
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** An S3 object appears at once or not at all; this server shows a copied one before its bytes. */
function createCopyBarrier(): Middleware {
  let copied: Promise<void> = Promise.resolve()
  return async (ctx, next) => {
    const before = copied
    const { promise, resolve } = Promise.withResolvers<void>()
    const isCopy = Boolean(ctx.headers['x-amz-copy-source'])
    if (isCopy) copied = promise
    await before
    try {
      await next()
    } finally {
      resolve()
    }
  }
}
