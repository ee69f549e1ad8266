import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { directionOf } from '#lib/languages/languages.ts'
import { appIconAddress, appIcons } from '#lib/responsive-images/app-icons.ts'
import { lightColor } from '#lib/theme/light-color.ts'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import type { PageFrame } from '#tenancy/client/page-frame.ts'

/** Web app manifest of the host: a school, or the platform's own pages, installed as an app of its own. */
export function loader({ context }: LoaderFunctionArgs<RouterContextProvider>) {
  const { frame } = context.get(pageRequestContext)
  return new Response(JSON.stringify(manifestOf(frame)), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
  })
}

function manifestOf({ host, brand, theme_css, locale }: PageFrame) {
  const school = host.kind === 'school' ? host.school : null
  const { name, logo_url } = school ?? brand
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    ...(school?.tagline && { description: school.tagline }),
    lang: school?.language ?? locale,
    dir: directionOf(school?.language ?? locale),
    start_url: school ? '/dashboard' : '/account',
    scope: '/',
    display: 'standalone',
    background_color: lightColor(theme_css, 'background'),
    theme_color: lightColor(theme_css, 'surface'),
    icons: iconsOf(logo_url),
  }
}

/** A logo that was uploaded has icons; without one, the initial of the name stands on the school's colour. */
function iconsOf(logo_url: string | null) {
  const drawn = appIcons.flatMap((icon) => {
    const src = appIconAddress(logo_url, icon)
    if (src === null || icon.purpose === 'apple') return []
    return [{ src, sizes: `${icon.pixels}x${icon.pixels}`, type: 'image/png', purpose: icon.purpose }]
  })
  if (drawn.length > 0) return drawn
  return [{ src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }]
}

const maxShortName = 12

/** As much of the name in whole words as fits below an icon. */
function shortNameOf(name: string) {
  const fitting = name.slice(0, maxShortName + 1).replace(/\s\S*$/, '')
  return name.length <= maxShortName ? name : fitting.slice(0, maxShortName)
}
