import { useState } from 'react'
import { browserStorage } from '#platform/client/session/browser-storage.ts'

const key = 'lesson-preview'

/** Whether the preview stands beside the editor. The browser remembers the choice. */
export function usePreviewChoice() {
  const [isShown, setShown] = useState(() => browserStorage()?.getItem(key) === 'shown')
  const choose = (shown: boolean) => {
    setShown(shown)
    if (shown) browserStorage()?.setItem(key, 'shown')
    else browserStorage()?.removeItem(key)
  }
  return [isShown, choose] as const
}
