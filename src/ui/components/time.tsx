import { useSyncExternalStore } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatTime, type TimeFormat } from './formatting/format-time.ts'

interface Props {
  /** RFC 3339. */
  at: string | Date
  style?: TimeFormat
  /** IANA zone of the event, shown on hover. */
  zone?: string
}

const never = () => () => {}

/** A time in the user's zone. The server does not have that zone and renders UTC. */
export function Time({ at, style = 'datetime', zone }: Props) {
  const { t, i18n } = useTranslation(['ui', 'kit'])
  const localZone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
  const moment = new Date(at)
  const spelled = formatTime(moment, { style: 'full', language: i18n.language, zone: localZone })
  const there =
    zone && zone !== localZone && formatTime(moment, { style: 'full', language: i18n.language, zone })
  return (
    <time
      dateTime={moment.toISOString()}
      title={there ? t('kit:time.inZone', { here: spelled, there, zone }) : spelled}
    >
      {formatTime(moment, { style, language: i18n.language, zone: localZone })}
    </time>
  )
}
