import type { PageFrame } from '#tenancy/client/page-frame.ts'

/** The frame as data for the browser. It may not end its element early, whatever a school is called. */
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

/** The theme stands in its own style element already. */
const withoutTheme = (frame: PageFrame): PageFrame => ({ ...frame, theme_css: '' })
