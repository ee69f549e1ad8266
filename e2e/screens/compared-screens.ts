import type { Language } from '#lib/languages/languages.ts'
import type { PageIds } from '../harness/page-ids.ts'
import { pagesFor, type SitePage, type Viewer } from '../harness/site-map.ts'
import type { Scheme, Width } from './demo-screens.ts'

export interface ComparedScreen {
  /** File name without its ending. */
  name: string
  viewer: Viewer
  path: string
  language: Language
  width: Width
  scheme: Scheme
}

/** Pages by viewer whose screenshots are compared. */
const chosen: Partial<Record<Viewer, string[]>> = {
  visitor: ['home', 'course', 'search', 'login', 'register'],
  student: ['dashboard', 'learn', 'learn-video', 'payments'],
  teacher: ['manage', 'lesson-editor', 'builder', 'course-students', 'student-details'],
  account_user: ['orders', 'students', 'settings', 'brand'],
  'root visitor': ['product-home', 'find-school', 'create-school'],
  'root privileged': ['console'],
}

/**
 * Each chosen page on a phone in light and on a computer in dark; the first of a viewer also in French, and the first two
 * in Arabic, from right to left.
 */
export function comparedScreens(ids: PageIds): ComparedScreen[] {
  return Object.entries(chosen).flatMap(([viewer, names]) =>
    names.flatMap((name, index) => {
      const page = pagesFor(viewer as Viewer, ids).find((one) => one.name === name)
      if (!page) throw new Error(`${viewer} has no page ${name}`)
      return [
        screenshot(viewer as Viewer, page, { language: 'en', width: 360, scheme: 'light' }),
        screenshot(viewer as Viewer, page, { language: 'en', width: 1280, scheme: 'dark' }),
        ...(index < 1
          ? [screenshot(viewer as Viewer, page, { language: 'fr', width: 1280, scheme: 'light' })]
          : []),
        ...(index < 2
          ? [screenshot(viewer as Viewer, page, { language: 'ar', width: 1280, scheme: 'light' })]
          : []),
      ]
    }),
  )
}

type Look = Pick<ComparedScreen, 'language' | 'width' | 'scheme'>

const screenshot = (viewer: Viewer, { name, path }: SitePage, look: Look): ComparedScreen => ({
  name: `${viewer.replace(' ', '-')}-${name}-${look.language}-${look.width}-${look.scheme}`,
  viewer,
  path,
  ...look,
})
