import type { Ctx } from '#tenancy/context/request-context.ts'

interface News {
  user_id: string
  kind: string
}

/** Removes notifications that their recipients turned off, on the page or by mail. */
export async function filterByPreferences<N extends News>(
  { tx, school_id }: Ctx,
  way: 'in_app' | 'by_email',
  news: N[],
): Promise<N[]> {
  if (news.length === 0) return []
  const refused = await tx
    .selectFrom('notification_preferences')
    .where('school_id', '=', school_id)
    .where('user_id', 'in', [...new Set(news.map(({ user_id }) => user_id))])
    .where('kind', 'in', [...new Set(news.map(({ kind }) => kind))])
    .where(way, '=', false)
    .select(['user_id', 'kind'])
    .execute()
  const none = new Set(refused.map(keyOf))
  return news.filter((one) => !none.has(keyOf(one)))
}

const keyOf = ({ user_id, kind }: News) => `${user_id}/${kind}`
