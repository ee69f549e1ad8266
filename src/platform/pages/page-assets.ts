import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const year = 'public, max-age=31536000, immutable'
const hour = 'public, max-age=3600'
/** Browsers revalidate it each time. */
const worker = 'no-cache'

/**
 * Serves the browser's built files, precompressed by the build. The content of a name in `assets/` never changes.
 */
export async function registerAssets(app: FastifyInstance, clientFolder: string) {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const lasting = path.startsWith(join(clientFolder, 'assets')) ? year : hour
      reply.header('cache-control', path.includes(join(clientFolder, 'worker.js')) ? worker : lasting)
    },
  })
}
