import { Group, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Note } from './note-cache.ts'
import { NoteCard } from './note-card.tsx'

interface Props {
  note: Note
  editing: boolean
  onEdit: () => void
  onDone: () => void
  onDelete: () => void
}

/** A note outside of its content: shows the content's name, and a link while it is open. */
export function NoteOfCourse({ note, ...rest }: Props) {
  const { t } = useTranslation('notes')
  return (
    <NoteCard note={note} {...rest}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {note.content_title}
        </Text>
        {note.content_status === 'open' ? (
          <LinkButton
            to={`/learn/${note.course_id}?topic=${note.content_id}&note=${note.id}`}
            variant="subtle"
            size="compact-md"

            rightSection={<IconArrowRight size={16} aria-hidden className="ly-mirrored" />}
          >
            {t('page.toPlace')}
            <span className="ly-hidden">: {note.content_title}</span>
          </LinkButton>
        ) : (
          <Text size="sm" c="dimmed">
            {t(`place.${note.content_status}`)}
          </Text>
        )}
      </Group>
    </NoteCard>
  )
}
