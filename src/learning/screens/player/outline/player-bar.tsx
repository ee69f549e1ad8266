import { IconChevronLeft, IconChevronRight, IconListCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useTopicSearch } from './outline.tsx'
import type { OutlineContent, PlayerPosition } from '../model/player-model.ts'
import classes from '../model/player.module.css'

/** Bottom bar on a phone: previous, “2 / 14” which opens the outline, next. */
export function PlayerBar({
  outlinePosition,
  onOutline,
}: {
  outlinePosition: PlayerPosition
  onOutline: () => void
}) {
  const { t } = useTranslation('learning')
  const { number, total, previous, next } = outlinePosition
  return (
    <nav className={classes.bar} aria-label={t('bar.label')}>
      <BarStep
        content={previous}
        label={t('topic.previous')}
        icon={<IconChevronLeft size={24} aria-hidden className="ly-mirrored" />}
      />
      <button type="button" className={classes.barOutline} onClick={onOutline}>
        <IconListCheck size={20} aria-hidden />
        {number > 0 && <span aria-hidden="true" dir="ltr">{`${number} / ${total}`}</span>}
        {number > 0 ? (
          <span className="ly-hidden">{t('bar.outline', { number, count: total })}</span>
        ) : (
          <span>{t('outline.label')}</span>
        )}
      </button>
      <BarStep
        content={next}
        label={t('topic.next')}
        icon={<IconChevronRight size={24} aria-hidden className="ly-mirrored" />}
      />
    </nav>
  )
}

interface StepProps {
  content: OutlineContent | undefined
  label: string
  icon: ReactNode
}

function BarStep({ content, label, icon }: StepProps) {
  const search = useTopicSearch(content?.id ?? '')
  if (!content) return <span className={classes.barStep} aria-hidden="true" />
  return (
    <Link to={{ search }} className={classes.barStep}>
      {icon}
      <span className="ly-hidden">
        {label}: {content.title}
      </span>
    </Link>
  )
}
