import { Menu } from '@mantine/core'
import { IconBadgeCc, IconBadgeCcFilled, IconList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatPlaybackTime } from '../model/player-model.ts'
import { captionSizes, type CaptionSize } from '../media/caption-preference.ts'
import { seekTo, type MediaRef } from '../media/media-control.ts'
import { playbackSpeeds } from '../media/playback-speed.ts'
import type { CaptionChoice } from '../media/use-captions.ts'
import type { Chapter } from './chapters.ts'
import { ControlButton } from './control-button.tsx'
import { useCurrentSecond } from './use-media-value.ts'
import classes from './media-controls.module.css'

interface MenuProps {
  label: string
  icon: ReactNode
  children: ReactNode
  onOpen: (opened: boolean) => void
}

/** A menu within the player: elsewhere it would not be visible on the full screen. */
function ControlMenu({ label, icon, children, onOpen }: MenuProps) {
  return (
    <Menu position="top-end" withinPortal={false} shadow="md" onChange={onOpen}>
      <Menu.Target>
        <ControlButton label={label}>{icon}</ControlButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  )
}

type OnOpen = Pick<MenuProps, 'onOpen'>

interface CaptionsProps extends OnOpen {
  choice: CaptionChoice
  size: CaptionSize
  onSize: (size: CaptionSize) => void
}

/** Language and size of the captions. */
export function CaptionsMenu({ choice, size, onSize, onOpen }: CaptionsProps) {
  const { t } = useTranslation('media')
  const { captions, language, choose } = choice
  const Icon = language === null ? IconBadgeCc : IconBadgeCcFilled
  return (
    <ControlMenu label={t('captions.label')} icon={<Icon size={24} aria-hidden />} onOpen={onOpen}>
      <Menu.Label>{t('captions.label')}</Menu.Label>
      <Menu.RadioGroup value={language ?? ''} onChange={(next) => choose(next || null)}>
        <Menu.RadioItem value="" closeMenuOnClick>
          {t('captions.off')}
        </Menu.RadioItem>
        {captions.map((caption) => (
          <Menu.RadioItem key={caption.id} closeMenuOnClick value={caption.language} lang={caption.language}>
            {caption.label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('captions.size')}</Menu.Label>
      <Menu.RadioGroup value={size} onChange={(next) => onSize(next as CaptionSize)}>
        {captionSizes.map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {t(`captions.sizes.${each}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </ControlMenu>
  )
}

interface SpeedProps extends OnOpen {
  speed: number
  onSpeed: (speed: number) => void
}

export function SpeedMenu({ speed, onSpeed, onOpen }: SpeedProps) {
  const { t } = useTranslation('media')
  return (
    <ControlMenu
      label={t('speed.label', { speed: `${speed}×` })}
      icon={<span className={classes.speed}>{speed}×</span>}
      onOpen={onOpen}
    >
      <Menu.Label>{t('speed.title')}</Menu.Label>
      <Menu.RadioGroup value={String(speed)} onChange={(next) => onSpeed(Number(next))}>
        {playbackSpeeds.map((each) => (
          <Menu.RadioItem key={each} closeMenuOnClick value={String(each)}>
            {each === 1 ? t('speed.normal') : `${each}×`}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </ControlMenu>
  )
}

interface ChaptersProps extends OnOpen {
  media: MediaRef
  chapters: readonly Chapter[]
}

/** The chapters with their times; choosing one plays from there. */
export function ChaptersMenu({ media, chapters, onOpen }: ChaptersProps) {
  const { t } = useTranslation('media')
  const second = useCurrentSecond(media)
  const current = chapters.findLast(({ start }) => start <= second)
  return (
    <ControlMenu label={t('chapters.label')} icon={<IconList size={24} aria-hidden />} onOpen={onOpen}>
      <Menu.Label>{t('chapters.label')}</Menu.Label>
      {chapters.map((chapter) => (
        <Menu.Item
          key={chapter.start}
          aria-current={chapter === current ? true : undefined}
          rightSection={<span className={classes.chapterTime}>{formatPlaybackTime(chapter.start)}</span>}
          onClick={() => seekTo(media, chapter.start)}
        >
          <span dir="auto">{chapter.title}</span>
        </Menu.Item>
      ))}
    </ControlMenu>
  )
}
