import { useEffect, useSyncExternalStore } from 'react'
import { setCookie, getCookie } from '#platform/client/session/cookies.ts'
import { isTextInput } from '#ui/components/formatting/is-text-input.ts'

export interface Shortcut {
  /** A key such as `?` or `n`, or `mod+k` for Ctrl or Command. */
  keys: string
  /** Translated description. */
  label: string
  run: (event: KeyboardEvent) => void
  /** How the list under `?` shows the keys, such as `0–9`; false if another entry covers them. */
  listedAs?: string | false
  /** Also active in text fields; only for keys with Ctrl. */
  whileWriting?: boolean
}

let activeShortcuts: readonly Shortcut[] = []
const listeners = new Set<() => void>()

function change(next: readonly Shortcut[]) {
  activeShortcuts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** All shortcuts of mounted components. */
export const useRegisteredShortcuts = () =>
  useSyncExternalStore(
    subscribe,
    () => activeShortcuts,
    () => activeShortcuts,
  )

/** Registers shortcuts while the component is mounted, and lists them under `?`. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  useEffect(() => {
    change([...activeShortcuts, ...shortcuts])
    return () => change(activeShortcuts.filter((one) => !shortcuts.includes(one)))
  }, [shortcuts])
}

const cookie = 'ui_single_keys'

/** Single keys can be turned off, for people whose speech input types letters. */
export const areSingleKeysEnabled = () => getCookie(cookie) !== 'off'

export function setSingleKeysEnabled(on: boolean) {
  setCookie(cookie, on ? 'on' : 'off')
}

/** Keys that a focused control handles itself: space on a button, arrows on a video or slider. */
function belongsToControl({ key, target }: KeyboardEvent) {
  if (!/^( |Enter|Home|End|Arrow\w+)$/.test(key) || !(target instanceof Element)) return false
  return (
    target.closest(
      'a, button, summary, video, audio, input, [role^="menu"], [role="slider"], [role="tab"]',
    ) !== null
  )
}

/** Runs the most recently registered shortcut for a key press. */
export function onShortcutKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const mod = event.ctrlKey || event.metaKey
  const keys = (mod ? 'mod+' : '') + event.key.toLowerCase()
  const shortcut = activeShortcuts.findLast((one) => one.keys.toLowerCase() === keys)
  if (!shortcut) return
  if (belongsToControl(event)) return
  if (isTextInput(event.target) && !(mod && shortcut.whileWriting)) return
  if (!mod && !areSingleKeysEnabled()) return
  event.preventDefault()
  shortcut.run(event)
}
