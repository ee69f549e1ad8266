import type { FastifyInstance } from 'fastify'
import { admitClients } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import './contract.ts'
import { mayReadBy, type MayOpenContent } from './serving/may-read.ts'
import { putBytes } from './receiving/put-bytes.ts'
import { mediaHandlers } from './serving/serve-media.ts'
import { tusRoutes } from './receiving/tus.ts'

interface Options {
  /** Of `courses`, which builds on this domain. */
  mayOpenContent: MayOpenContent
}

/** The addresses to which files are sent and from which they are read, outside of the JSON API. */
export async function uploadRoutes(app: FastifyInstance, services: Services, { mayOpenContent }: Options) {
  const { sendPublic, sendSize, sendPrivate } = mediaHandlers(services, mayReadBy(services, mayOpenContent))
  await app.register(async (scope) => {
    // Bodies are streamed to the disk, whatever their type: nothing here reads one into memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    admitClients(scope, services)
    tusRoutes(scope, services)
    scope.put('/storage/:school_id/:name', { bodyLimit: Number.MAX_SAFE_INTEGER }, putBytes(services))
    scope.route({ method: ['GET', 'HEAD'], url: '/media/public/:id', handler: sendPublic })
    scope.route({ method: ['GET', 'HEAD'], url: '/media/public/:id/:size', handler: sendSize })
    scope.route({ method: ['GET', 'HEAD'], url: '/media/private/:id/:file_name', handler: sendPrivate })
  })
}
