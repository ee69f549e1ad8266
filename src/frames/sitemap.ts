import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { Api } from '#platform/client/api/client.ts'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import * as categoriesContract from '#categories/contract.ts'
import * as coursesContract from '#courses/contract.ts'

/** A sitemap may list 50,000 pages; this one is generated per request and lists fewer. */
const maxCourses = 2_000

export async function loader({ context }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host, brand, root_origin } = context.get(pageRequestContext).frame
  const paths =
    host.kind === 'school'
      ? await pathsOf(apiOf(context), host.school.school_id)
      : ['/', '/find-school', ...(brand.allows_school_creation ? ['/create-school'] : [])]
  const origin = host.kind === 'school' ? host.school.origin : root_origin
  const entries = paths.map((path) => `<url><loc>${escaped(origin + path)}</loc></url>`).join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>
`
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

async function pathsOf(api: Api, school_id: string) {
  const { data: categories } = await api(categoriesContract.listSchoolCategories, {
    id: school_id,
    limit: 100,
  })
  const courses: string[] = []
  let cursor: string | null = null
  do {
    const page: { data: { id: string }[]; next_cursor: string | null } = await api(
      coursesContract.listPublicCourses,
      {
        school_id,
        limit: 100,
        ...(cursor && { cursor }),
      },
    )
    courses.push(...page.data.map(({ id }) => `/?selected_course_id=${id}`))
    cursor = page.next_cursor
  } while (cursor && courses.length < maxCourses)
  return ['/', ...categories.map(({ slug }) => `/?category=${encodeURIComponent(slug)}`), ...courses]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
