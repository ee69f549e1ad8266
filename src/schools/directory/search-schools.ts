import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { searchDirectory } from '../queries.ts'

export async function searchSchools(
  ctx: Ctx,
  { searchQuery = '', limit, cursor }: Input<typeof contract.searchSchools>,
): Promise<Reply<typeof contract.searchSchools>> {
  const words = searchQuery.trim()
  const page = await (words ? bestMatches(ctx, words, { limit, cursor }) : newest(ctx, { limit, cursor }))
  const data = page.data.map(({ school_id, school_url, name, tagline, country, ...row }) => {
    const url = originFor(ctx.config, `${school_url}.${ctx.brand.domain}`)
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
  const matches = await searchDirectory(ctx, words)
  return paginateByKeyset(ctx.tx.selectFrom(matches.as('m')).selectAll(), {
    ...page,
    by: ['score', 'school_id'],
    direction: 'desc',
    key: (row) => [row.score, row.school_id],
  })
}

const newest = ({ tx, brand }: Ctx, page: Page) =>
  paginateByKeyset(listedAt({ tx, brand }).selectAll(), {
    ...page,
    by: ['created_at', 'school_id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.school_id],
  })

/** Visitors find schools of the current root only. */
const listedAt = ({ tx, brand }: Pick<Ctx, 'tx' | 'brand'>) =>
  tx.selectFrom('school_directory').where('root_domain', '=', brand.key).where('is_listed', '=', true)
