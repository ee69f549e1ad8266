import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, type TimeFormat } from './formatting/format-time.ts'

interface Props {
  /** RFC 3339. */
  at: string | Date
  style?: TimeFormat
  /** IANA zone in which the thing itself happens, told on hover. */
  zone?: string
}

const never = () => () => {}

/** A moment in the zone of whoever looks at it. The server, which cannot know it, writes UTC. */
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
