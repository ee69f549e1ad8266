import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Shown on every page of a closing school: its end date, and how to export one's data. */
export default function ClosureBanner({ closes_at }: { closes_at: string }) {
  const { t } = useTranslation('school-closure')
  return (
    <aside aria-label={t('banner.label')}>
      <Alert role="presentation" color="warning" radius={0} icon={<IconAlertTriangle aria-hidden />}>
        {t('banner.text')} <Time at={closes_at} style="date" />.{' '}
        <Anchor
          underline="always"
          renderRoot={(props: object) => <Link to="/profile/data-privacy" {...props} />}
        >
          {t('banner.data')}
        </Anchor>
      </Alert>
    </aside>
  )
}
