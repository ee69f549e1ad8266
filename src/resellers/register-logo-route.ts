import type { FastifyInstance } from 'fastify'
import { logoPathPrefix } from '#tenancy/hosts/brand.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { brandForHost } from '#tenancy/hosts/hosts.ts'

/** Serves the logo of the host's brand only. Its name is its hash, so it can be cached for ever. */
export function registerLogoRoute(app: FastifyInstance, { databases }: Services) {
  app.get(`${logoPathPrefix}:file`, async (request, reply) => {
    const { logo_url, key } = brandForHost(request.tenant)
    const { file } = request.params as { file: string }
    if (logo_url !== `${logoPathPrefix}${file}`) throw new Refusal('not_found')
    const row = await databases.db
      .selectFrom('resellers')
      .where('root_domain', '=', key)
      .select('logo')
      .executeTakeFirst()
    if (!row?.logo) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/webp')
      .send(row.logo)
  })
}
