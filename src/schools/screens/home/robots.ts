import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'

/** Paths without public content. */
const closed = [
  '/api/',
  '/account',
  '/dashboard',
  '/learn/',
  '/manage',
  '/notifications',
  '/profile',
  '/school-details/',
]

export function loader({ context }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host, root_origin } = context.get(pageRequestContext).frame
  const origin = host.kind === 'school' ? host.school.origin : root_origin
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
