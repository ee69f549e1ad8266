import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { playOrPause, seekBy, toggleFullscreen, type MediaRef } from '../media/media-control.ts'

/** Milliseconds between the two taps of a double tap. */
const doubleTapMs = 300
/** Milliseconds without a movement after which the controls of a playing video hide. */
const hideAfterMs = 2_500
const tapSeconds = 10

export interface TapFlash {
  seconds: number
  id: number
}

interface Options {
  frame: RefObject<HTMLElement | null>
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/**
 * Pointer on the video. A click plays or pauses, a double click fills the screen. A tap shows or hides the controls, a
 * double tap on the left or right half moves ten seconds; time runs from left to right in every language.
 */
export function useSurface(media: MediaRef, { frame, isShown, onShow }: Options) {
  const last = useRef({ at: 0, side: '' })
  const single = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [flash, setFlash] = useState<TapFlash | null>(null)
  const tap = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('[data-start]')) return playOrPause(media)
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const side = event.clientX - left < width / 2 ? 'left' : 'right'
    const at = event.timeStamp
    const isDouble = at - last.current.at < doubleTapMs && side === last.current.side
    last.current = { at, side }
    clearTimeout(single.current)
    if (!isDouble) {
      single.current = setTimeout(() => onShow(!isShown), doubleTapMs)
      return
    }
    const seconds = side === 'left' ? -tapSeconds : tapSeconds
    seekBy(media, seconds)
    setFlash({ seconds, id: at })
  }
  useEffect(() => () => clearTimeout(single.current), [])
  const handlers = {
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      if (event.pointerType === 'touch') tap(event)
      else playOrPause(media)
    },
    onDoubleClick() {
      // Two taps are a double click as well.
      if (performance.now() - last.current.at > 1_000) toggleFullscreen(frame.current)
    },
  }
  return { handlers, flash }
}

/** Whether the controls are visible: always while paused, else for a moment after each movement. */
export function useVisibleControls(isPaused: boolean, isBusy: boolean) {
  const [isShown, setShown] = useState(true)
  const [moved, setMoved] = useState(0)
  const stays = isPaused || isBusy
  useEffect(() => {
    if (stays || !isShown) return
    const timer = setTimeout(() => setShown(false), hideAfterMs)
    return () => clearTimeout(timer)
  }, [stays, isShown, moved])
  return {
    isShown: isShown || stays,
    show(next: boolean) {
      setShown(next)
      setMoved((count) => count + 1)
    },
  }
}
