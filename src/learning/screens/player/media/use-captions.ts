import { useEffect, useMemo } from 'react'
import { listCaptions } from '#courses/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { storeCaptionPreference, captionPreference } from './caption-preference.ts'
import { showCaptions, type MediaRef } from './media-control.ts'
import type { Topic } from '../model/player-model.ts'

export type Caption = ApiReply<typeof listCaptions>['data'][number]

/**
 * Milliseconds; shorter than the lifetime of links, because a refetch would replace the source of a playing
 * video.
 */
const freshMs = 3 * 3_600_000

/** Captions of the media, the user's language first, so that the shortcut selects it. */
export function useCaptions(topic: Topic, course_id: string): Caption[] {
  const { i18n } = useTranslation()
  const { data } = useApiQuery(listCaptions, { id: topic.id, course_id }, { staleTime: freshMs })
  const own = i18n.language.slice(0, 2)
  return useMemo(() => {
    const rank = ({ language }: Caption) => (language.split('-')[0] === own ? 0 : 1)
    return (data?.data ?? []).toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label))
  }, [data, own])
}

/** Keeps captions and their language from video to video. */
export function useCaptionLanguage(media: MediaRef, captions: Caption[]) {
  const languages = captions.map(({ language }) => language).join()
  useEffect(() => {
    const tracks = media.current?.textTracks
    if (!tracks || languages === '') return
    showCaptions(media, captionPreference())
    const keep = () =>
      storeCaptionPreference(Array.from(tracks).find(({ mode }) => mode === 'showing')?.language ?? null)
    tracks.addEventListener('change', keep)
    return () => tracks.removeEventListener('change', keep)
  }, [media, languages])
}
