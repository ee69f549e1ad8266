import { originOf } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { directoryMatches } from '../queries.ts'

export async function findSchools(
  ctx: Ctx,
  { searchQuery = '', limit, cursor }: Input<typeof contract.findSchools>,
): Promise<Reply<typeof contract.findSchools>> {
  const words = searchQuery.trim()
  const page = await (words ? bestMatches(ctx, words, { limit, cursor }) : newest(ctx, { limit, cursor }))
  const data = page.data.map(({ school_id, school_url, name, tagline, country, ...row }) => {
    const url = originOf(ctx.config, `${school_url}.${ctx.brand.domain}`)
    const logo_url = row.logo_url && `${url}${row.logo_url}`
    const preview_url = row.preview_upload_id && `${url}${publicMediaUrl(row.preview_upload_id)}`
    return { school_id, school_url, url, name, tagline, country, logo_url, preview_url }
  })
  return { data, next_cursor: page.next_cursor }
}

interface Page {
  limit: number | undefined
  cursor: string | undefined
}

async function bestMatches(ctx: Ctx, words: string, page: Page) {
  const matches = await directoryMatches(ctx, words)
  return keyset(ctx.tx.selectFrom(matches.as('m')).selectAll(), {
    ...page,
    by: ['score', 'school_id'],
    direction: 'desc',
    key: (row) => [row.score, row.school_id],
  })
}

const newest = ({ tx, brand }: Ctx, page: Page) =>
  keyset(listedAt({ tx, brand }).selectAll(), {
    ...page,
    by: ['created_at', 'school_id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.school_id],
  })

/** Strangers find the schools of the root that they ask, and of no other. */
const listedAt = ({ tx, brand }: Pick<Ctx, 'tx' | 'brand'>) =>
  tx.selectFrom('school_directory').where('root_domain', '=', brand.key).where('is_listed', '=', true)
