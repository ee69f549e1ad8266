import { Skeleton, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { EarlyHeading, PageHeading } from '#ui/components/layout/page-heading.tsx'
import { EarlyArticle } from '#ui/components/article.tsx'
import { ListSkeleton, TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PlayerTools } from './player-tools.tsx'
import classes from './model/player.module.css'

/** The player before its data has loaded. The first script of the page may show the lesson in it. */
export function PlayerSkeleton() {
  const { t } = useTranslation('learning')
  useEffect(() => () => void delete document.documentElement.dataset.earlyLesson, [])
  return (
    <div className={classes.player} data-alone="" data-early="player" suppressHydrationWarning>
      <div className={classes.side}>
        <div className={classes.outlineProgress}>
          <ListSkeleton rows={8} />
        </div>
      </div>
      <div className={classes.stage} data-early="stage" data-independent="" suppressHydrationWarning>
        <PageHeading title={t('loading')} hidden />
        <div className={classes.sheet}>
          <div className={classes.early}>
            <EarlyHeading title="title" text="lesson" actions={<ToolsSpace />} />
            <Stack gap="lg">
              <div className={`${classes.video} ${classes.earlyVideo}`} />
              <div className={classes.earlyText}>
                <EarlyArticle slot="body" />
              </div>
              <div className={classes.earlyWaiting}>
                <TextSkeleton lines={8} />
              </div>
            </Stack>
          </div>
          <div className={classes.notEarly}>
            <Skeleton height={28} width="60%" mb="xl" />
            <TextSkeleton lines={8} />
          </div>
        </div>
      </div>
    </div>
  )
}

const nothing = () => {}

/** Reserves the space of the buttons that load with the app. */
function ToolsSpace() {
  return (
    <div className={classes.toolsSpace} inert>
      <PlayerTools focused={false} onFocus={nothing} beside={null} onBeside={nothing} isOpen />
    </div>
  )
}
