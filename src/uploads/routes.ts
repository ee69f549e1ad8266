import type { FastifyInstance } from 'fastify'
import { authenticateApiClients } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import './contract.ts'
import {
  createUploadReadCheck,
  type MayOpenContent,
  type MayReadFreePreview,
} from './serving/find-upload-reader.ts'
import { createPutHandler } from './receiving/create-put-handler.ts'
import { createMediaHandlers } from './serving/serve-media.ts'
import { registerTusRoutes } from './receiving/tus.ts'

interface Options {
  /** Provided by `courses`, which builds on this domain. */
  mayOpenContent: MayOpenContent
  mayReadFreePreview: MayReadFreePreview
}

/** Registers the routes that receive and serve files, outside of the JSON API. */
export async function registerUploadRoutes(
  app: FastifyInstance,
  services: Services,
  { mayOpenContent, mayReadFreePreview }: Options,
) {
  const { sendPublic, sendSize, sendPrivate, sendFree } = createMediaHandlers(services, {
    mayRead: createUploadReadCheck(services, mayOpenContent),
    mayReadFreePreview,
  })
  await app.register(async (scope) => {
    // Bodies of any type are streamed to disk and never read into memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    authenticateApiClients(scope, services)
    registerTusRoutes(scope, services)
    scope.put('/storage/:school_id/:name', { bodyLimit: Number.MAX_SAFE_INTEGER }, createPutHandler(services))
    scope.route({ method: ['GET', 'HEAD'], url: '/media/public/:id', handler: sendPublic })
    scope.route({ method: ['GET', 'HEAD'], url: '/media/public/:id/:size', handler: sendSize })
    scope.route({ method: ['GET', 'HEAD'], url: '/media/free/:course_id/:content_id/:id', handler: sendFree })
    scope.route({ method: ['GET', 'HEAD'], url: '/media/private/:id/:file_name', handler: sendPrivate })
  })
}
