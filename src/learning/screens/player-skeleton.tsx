import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '#ui/pieces/page-heading.tsx'
import { ListSkeleton, TextSkeleton } from '#ui/pieces/skeletons.tsx'
import classes from './player.module.css'

/** The player before anything is known of the course. */
export function PlayerSkeleton() {
  const { t } = useTranslation('learning')
  return (
    <div className={classes.player} data-alone="">
      <div className={classes.side}>
        <div className={classes.outlineProgress}>
          <ListSkeleton rows={8} />
        </div>
      </div>
      <div className={classes.stage}>
        <PageHeading title={t('loading')} hidden />
        <div className={classes.sheet}>
          <Skeleton height={28} width="60%" mb="xl" />
          <TextSkeleton lines={8} />
        </div>
      </div>
    </div>
  )
}
