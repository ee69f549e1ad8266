import type { ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router'
import { earlyScripts, guardScript, publicScriptUrl } from 'virtual:small-scripts'
import { eventOfPage } from '#analytics/events.ts'
import { useFrame, useNonce } from '#tenancy/client/frame.tsx'
import { ErrorPage } from '#ui/frame/error-page.tsx'
import { FrameData } from '#ui/frame/frame-data.tsx'
import { RouteEvents } from '#ui/frame/route-events.tsx'
import { UnsupportedBrowser } from '#ui/frame/unsupported-browser.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { FontPreloads } from '#ui/fonts/font-preloads.tsx'
import { directionOf } from '#lib/languages/languages.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const onServer = typeof document === 'undefined'

/** The document of every page. It contains nothing of a single visitor. */
export function Layout({ children }: { children: ReactNode }) {
  const frame = useFrame()
  const { i18n } = useTranslation()
  const handles = useMatches().map((match) => match.handle as ScreenHandle | undefined)
  const failed = useRouteError() != null
  const live = !(onServer && failed) && !handles.some((handle) => handle?.scripts === false)
  const { pathname } = useLocation()
  const earlyData = handles.find((handle) => handle?.earlyData)?.earlyData
  const isPrivate = handles.some((handle) => handle?.private)
  return (
    <html
      lang={i18n.language}
      dir={directionOf(i18n.language)}
      data-scheme={frame.scheme}
      data-mantine-color-scheme={frame.scheme === 'dark' ? 'dark' : 'light'}
      {...(import.meta.env.SSR && !live && { 'data-event': eventOfPage(pathname) })}
      data-page={live ? (isPrivate ? 'private' : 'open') : 'public'}
      // The first script sets the colour scheme before React loads.
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {live && <InlineScript text={guardScript} />}
        <InlineStyle text={frame.theme_css} />
        <FrameData frame={frame} live={live} />
        {live && earlyData && <InlineScript text={earlyScripts[earlyData]} />}
        {import.meta.env.SSR && <AppLinks />}
        <Meta />
        <Links />
        {!live && <PublicScript />}
      </head>
      <body>
        {live && <UnsupportedBrowser />}
        {live && <RouteEvents failed={failed} />}
        {children}
        {live && <ScrollRestoration />}
        {live && <Scripts />}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage error={error} />
}

/** The page is painted once this script has run, because its header depends on the session. */
const PublicScript = () => <script src={publicScriptUrl} defer blocking="render" />

/** Fonts, icons, and what a browser needs to install the school as an app. Rendered by the server only, as they never change. */
function AppLinks() {
  const { app_color, touch_icon_url, host, brand } = useFrame()
  const { logo_url } = host.kind === 'school' ? host.school : brand
  return (
    <>
      <FontPreloads />
      <link rel="icon" href={logo_url ?? '/favicon.svg'} />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta name="theme-color" content={app_color} />
      {touch_icon_url && <link rel="apple-touch-icon" href={touch_icon_url} />}
    </>
  )
}

/** Browsers hide a nonce from scripts that read the attribute, so React finds another value. */
function InlineScript({ text }: { text: string }) {
  return <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

function InlineStyle({ text }: { text: string }) {
  const nonce = useNonce()
  return (
    <style
      id="page-theme"
      {...(nonce && { nonce })}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
