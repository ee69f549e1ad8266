import type { PageFrame } from '#tenancy/client/page-frame.ts'
import { frameElement } from '#tenancy/client/early-texts.ts'

/** The frame data for the browser, escaped so that no school name can close the script element. */
export function FrameData({ frame, live }: { frame: PageFrame; live: boolean }) {
  const text = JSON.stringify(forBrowser(frame, live)).replaceAll('<', '\\u003c')
  return (
    <script
      id={frameElement}
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/**
 * The page contains the theme in its own style element. Only a page that the app renders can show the fallback error
 * page.
 */
const forBrowser = ({ early_texts, ...frame }: PageFrame, live: boolean): object => ({
  ...frame,
  theme_css: '',
  early_texts: live ? early_texts : { switch: early_texts.switch },
})
