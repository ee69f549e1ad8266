import type { FastifyRequest } from 'fastify'
import { namesMediaType } from './content-negotiation.ts'

const notPages = /^\/(?:api|storage|health|internal|assets)(?:\/|$)/

/** Whether a browser requested a page, whose errors must be pages too. */
export const isPageRequest = ({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') &&
  !notPages.test(url) &&
  namesMediaType(headers.accept, 'text/html')
