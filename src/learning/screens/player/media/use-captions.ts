import { useEffect, useMemo, useState } from 'react'
import { listCaptions } from '#courses/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { storeCaptionPreference, captionPreference } from './caption-preference.ts'
import { setTrackModes, type MediaRef } from './media-control.ts'
import type { Topic } from '../model/player-model.ts'

export type Caption = ApiReply<typeof listCaptions>['data'][number]

/**
 * Milliseconds; shorter than the lifetime of links, because a refetch would replace the source of a playing
 * video.
 */
const freshMs = 3 * 3_600_000

/** Captions of the media, the user's language first, so that the shortcut selects it. */
export function useCaptions(topic: Topic, course_id: string): { captions: Caption[]; isLoading: boolean } {
  const { i18n } = useTranslation()
  const { data, isLoading } = useApiQuery(listCaptions, { id: topic.id, course_id }, { staleTime: freshMs })
  const own = i18n.language.slice(0, 2)
  const captions = useMemo(() => {
    const rank = ({ language }: Caption) => (language.split('-')[0] === own ? 0 : 1)
    return (data?.data ?? []).toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label))
  }, [data, own])
  return { captions, isLoading }
}

export interface CaptionChoice {
  captions: Caption[]
  /** Language on screen; null for none. */
  language: string | null
  choose: (language: string | null) => void
  /** Turns captions on or off; false without captions. */
  toggle: () => boolean
}

/** The captions on screen. The choice is stored, and holds for the next video. */
export function useCaptionChoice(captions: Caption[]): CaptionChoice {
  const [preferred, setPreferred] = useState(captionPreference)
  const language = captions.find((caption) => caption.language === preferred)?.language ?? null
  const choose = (next: string | null) => {
    storeCaptionPreference(next)
    setPreferred(next)
  }
  return {
    captions,
    language,
    choose,
    toggle() {
      const [first] = captions
      if (first) choose(language === null ? first.language : null)
      return first !== undefined
    },
  }
}

/**
 * Loads the cues of the chosen captions. The player draws them itself; the browser draws them where only the video is
 * visible: in a floating window, on the full screen of an iPhone, and with the browser's own controls.
 */
export function useCaptionTracks(media: MediaRef, { captions, language }: CaptionChoice, isNative: boolean) {
  useEffect(() => {
    const player = media.current
    if (!player) return
    const show = (mode: TextTrackMode) => setTrackModes(player, language, mode)
    const drawn = isNative ? 'showing' : 'hidden'
    const alone = () => show('showing')
    const together = () => show(drawn)
    show(drawn)
    const listened = [
      ['enterpictureinpicture', alone],
      ['leavepictureinpicture', together],
      ['webkitbeginfullscreen', alone],
      ['webkitendfullscreen', together],
    ] as const
    for (const [event, run] of listened) player.addEventListener(event, run)
    return () => {
      for (const [event, run] of listened) player.removeEventListener(event, run)
    }
  }, [media, captions, language, isNative])
}
