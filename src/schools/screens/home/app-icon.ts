import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { lightColor } from '#lib/theme/light-color.ts'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { initialOf } from './initial-of.ts'

/** Icon of a host without a logo: the first letter of its name on its main colour. */
export function loader({ context }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host, brand, theme_css } = context.get(pageRequestContext).frame
  const { name } = host.kind === 'school' ? host.school : brand
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${lightColor(theme_css, 'primary')}"/><text x="256" y="256" dy="0.36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="260" font-weight="700" fill="${lightColor(theme_css, 'on-primary')}">${escaped(initialOf(name))}</text></svg>`
  return new Response(svg, {
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
