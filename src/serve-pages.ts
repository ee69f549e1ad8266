import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { registerAssets } from '#platform/pages/page-assets.ts'
import { registerPages, type PagesOptions } from '#tenancy/pages/pages.ts'

type Serving = Pick<PagesOptions, 'config' | 'cache' | 'front'>

const root = join(import.meta.dirname, '..')

/** Serves the built screens and their files; in development, from their sources. */
export async function servePages(app: FastifyInstance, serving: Serving, development = false) {
  if (development) return developmentScreens(app, serving)
  await registerAssets(app, join(root, 'build/client'))
  await app.register(async (pages) => {
    registerPages(pages, {
      ...serving,
      loadBuild: () => import(join(root, 'build/server/index.js')) as Promise<ServerBuild>,
    })
  })
}

async function developmentScreens(app: FastifyInstance, serving: Serving) {
  // Vite is installed in development only.
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  await app.register(async (pages) => {
    // Vite serves its own files and passes on requests for pages.
    pages.addHook('onRequest', (request, reply, done) =>
      vite.middlewares(request.raw, reply.raw, () => done()),
    )
    registerPages(pages, {
      ...serving,
      development: true,
      loadBuild: () =>
        vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>,
    })
  })
}
