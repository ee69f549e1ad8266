import {
  IconChecklist,
  IconCode,
  IconFileText,
  IconFileDownload,
  IconHeadphones,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Content } from './outline-model.ts'

export const contentTypes = ['text', 'video', 'audio', 'file', 'embed', 'assessment'] as const

const icons: Record<Content['type'], typeof IconFileText> = {
  text: IconFileText,
  video: IconPlayerPlay,
  audio: IconHeadphones,
  file: IconFileDownload,
  embed: IconCode,
  assessment: IconChecklist,
}

export function TypeIcon({ type, silent = false }: { type: Content['type']; silent?: boolean }) {
  const { t } = useTranslation('courses')
  const Icon = icons[type]
  if (silent) return <Icon size={18} aria-hidden />
  return <Icon size={18} role="img" aria-label={t(`types.${type}`)} />
}
