import type { PageFrame } from '#tenancy/client/page-frame.ts'

/** The frame data for the browser, escaped so that no school name can close the script element. */
export function FrameData({ frame }: { frame: PageFrame }) {
  const text = JSON.stringify(withoutTheme(frame)).replaceAll('<', '\\u003c')
  return (
    <script
      id="page-frame"
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/** The page contains the theme in its own style element. */
const withoutTheme = (frame: PageFrame): PageFrame => ({ ...frame, theme_css: '' })
