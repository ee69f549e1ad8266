import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { listAuditLog } from '#schools/contract.ts'
import { hasText, useTranslation } from '#ui/i18n/use-translation.ts'
import { subjectUrl } from './subject-url.ts'

export type Entry = ApiReply<typeof listAuditLog>['data'][number]

/** Placeholders for actor and subject in the translated sentence. */
const marks = { who: '\u{E000}', what: '\u{E001}' }

/** Describes a change; its names are links. */
export function ChangeSentence({ entry, onPerson }: { entry: Entry; onPerson: (id: string) => void }) {
  const { t, i18n } = useTranslation('activity')
  const key = `did.${entry.action}`
  // An unknown action of a newer version is shown by its name.
  const sentence = hasText(i18n, 'activity', key)
    ? t(key, marks)
    : t('unknown', { ...marks, action: entry.action })
  return (
    <Text component="span" style={{ overflowWrap: 'anywhere' }}>
      {sentence
        .split(/([\u{E000}\u{E001}])/u)
        .map((part, at) =>
          part === marks.who ? (
            <Actor key={at} entry={entry} onPerson={onPerson} />
          ) : part === marks.what ? (
            <Subject key={at} entry={entry} />
          ) : (
            part
          ),
        )}
    </Text>
  )
}

/** Name of the actor, which filters by the actor. */
function Actor({ entry, onPerson }: { entry: Entry; onPerson: (id: string) => void }) {
  const { t } = useTranslation(['activity', 'support'])
  const name =
    actorName(entry) ??
    t(entry.actor_role === 'system' ? 'support:activity.system' : 'support:activity.visitor')
  const { actor_id } = entry
  if (!actor_id) return <strong dir="auto">{name}</strong>
  return (
    <Anchor
      component="button"
      type="button"
      fw={600}
      c="inherit"
      ta="start"
      dir="auto"
      inherit
      title={t('activity:filter.byNamed', { name })}
      onClick={() => onPerson(actor_id)}
    >
      {name}
    </Anchor>
  )
}

export const actorName = (entry: Entry) =>
  entry.actor_role === 'api_client' ? entry.client_name : entry.actor_name

function Subject({ entry }: { entry: Entry }) {
  const { t } = useTranslation('activity')
  const name = entry.subject_name ?? t('subject.gone')
  const url = subjectUrl(entry)
  if (!url) return <bdi>{name}</bdi>
  return (
    <Anchor component={Link} to={url} inherit dir="auto">
      {name}
    </Anchor>
  )
}
