import { ActionIcon, Indicator, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  to: string
  unread: number
}

/** Link to the notifications with the number of unread ones. */
export function NotificationBell({ to, unread }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <ActionIcon
      color="gray"
      size={44}
      renderRoot={(props: object) => <Link to={to} prefetch="intent" {...props} />}
    >
      <Indicator
        disabled={unread === 0}
        label={<span aria-hidden="true">{unread > 99 ? '99+' : formatNumber(unread)}</span>}
        size={17}
        color="accent"
        offset={1}
      >
        <IconBell size={22} aria-hidden color="var(--ly-text)" />
      </Indicator>
      <VisuallyHidden>
        {unread === 0 ? t('kit:bell.none') : t('kit:bell.label', { count: unread })}
      </VisuallyHidden>
    </ActionIcon>
  )
}
