import { Group, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { ArticleField } from '#ui/form/rich-text/article/article-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AssessmentSlot } from '../assessment-slot.tsx'
import { ConflictDiff } from './conflict-diff.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { ContentHistory } from './content-history.tsx'
import { OpeningRules } from './opening-rules.tsx'
import { EmbedSection } from './embed-section.tsx'
import type { Content } from '../outline-tree/outline-model.ts'
import { LocalDraftNote } from '../local-draft/local-draft-note.tsx'
import { LockSwitch } from './lock-switch.tsx'
import { ChaptersHint, MediaSection } from './media-section.tsx'
import { titleOfFile } from '../outline-tree/media-rules.ts'
import { PublishBar } from './publish-bar.tsx'
import { TypeIcon } from '../outline-tree/type-icon.tsx'
import { LessonPreview } from '../preview/lesson-preview.tsx'
import { sendToLesson } from './send-to-lesson.ts'
import { useContentSaving } from './use-content-saving.ts'
import { useLocalDraft } from '../local-draft/use-local-draft.ts'
import { useSaveStatus } from './use-save-status.ts'
import type { Topic } from './use-edited-topic.ts'
import type { OutlineEditing } from '../outline-tree/use-outline.ts'
import previewClasses from '../preview/lesson-preview.module.css'

interface Props {
  topic: Topic
  /** As shown in the outline. */
  content: Content
  course_id: string
  editing: OutlineEditing
  /** Shows the text of the lesson as students see it, beside the editor. */
  hasPreview: boolean
  onBusy: (content_id: string, isBusy: boolean) => void
  onReload: () => void
}

const longestTitle = 200

const checkTitle = (title: string) =>
  title.trim() === '' ? 'required' : title.length > longestTitle ? 'too_long' : null

/** Focuses the title of a new content. */
function useTitleToGive(isUnnamed: boolean) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isUnnamed) return
    input.current?.focus({ preventScroll: true })
    input.current?.select()
    // Only on opening, not if a user types this title.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return input
}

/** Editor of one content that saves automatically. */
export function ContentEditor(props: Props) {
  const { topic, content, course_id, editing, hasPreview, onBusy, onReload } = props
  const { t } = useTranslation('courses')
  const { fieldErrorText } = useErrorText()
  const saving = useContentSaving(topic, editing)
  const { text, setText, titleError, nameAfter, auto } = useEditedText(topic, saving)
  const draft = useLocalDraft(topic, { text, setText, state: auto.state, base: saving.saved.updated_at })
  const parts = useSaveStatus(auto)
  const [history, setHistory] = useState(false)
  const restore = async (number: number) => {
    setHistory(false)
    if (await auto.flush()) await saving.restore(number).then(onReload, () => undefined)
  }
  const title = useTitleToGive(topic.title === t(`newTitles.${topic.type}`))
  const isMedia = topic.type === 'video' || topic.type === 'audio' || topic.type === 'file'
  return (
    <Stack gap="lg">
      <EditorHeader topic={topic} course_id={course_id}>
        {!saving.conflict && <SaveState state={parts.state} onRetry={parts.retry} />}
      </EditorHeader>
      {saving.conflict && (
        <ConflictNote
          conflict={saving.conflict}
          onKeepMine={() => {
            saving.keepMine()
            void auto.flush()
          }}
          onTakeTheirs={onReload}
        >
          <ConflictDiff
            course_id={course_id}
            content_id={topic.id}
            changed_at={saving.conflict.changed_at}
            ownText={text}
          />
        </ConflictNote>
      )}
      <LocalDraftNote {...draft} />
      <PublishBar
        content={content}
        saving={saving}
        flushChanges={async () => !titleError && auto.flush()}
        onHistory={() => setHistory(true)}
        onReload={onReload}
      />
      <TextField
        label={t('fields.title')}
        required
        dir="auto"
        ref={title}
        value={text.title}
        error={titleError ? fieldErrorText(titleError, '') : undefined}
        onChange={(title) => setText((current) => ({ ...current, title }))}
      />
      {isMedia && (
        <MediaSection
          topic={topic}
          saving={saving}
          onBusy={onBusy}
          onSent={nameAfter}
          report={parts.report}
        />
      )}
      <LessonSource topic={topic} saving={saving} report={parts.report} editing={editing} />
      <div className={hasPreview ? previewClasses.sides : undefined}>
        <BodyField
          type={topic.type}
          value={text.body}
          onChange={(body) => setText((current) => ({ ...current, body }))}
        />
        {hasPreview && (
          <LessonPreview
            course_id={course_id}
            content_id={topic.id}
            title={text.title}
            saved_at={saving.saved.updated_at}
          />
        )}
      </div>
      <LockSwitch content={content} saving={saving} />
      <OpeningRules topic={topic} lessons={editing.lessons ?? []} saving={saving} />
      <ContentHistory
        content_id={topic.id}
        opened={history}
        written={text}
        onClose={() => setHistory(false)}
        onRestore={(number) => void restore(number)}
      />
    </Stack>
  )
}

type SourceProps = ComponentProps<typeof EmbedSection> & { editing: OutlineEditing }

/** The page or the assessment that the lesson shows. */
function LessonSource({ editing, ...props }: SourceProps) {
  const { topic } = props
  if (topic.type === 'embed') return <EmbedSection {...props} />
  return topic.type === 'assessment' ? <AssessmentSlot topic={topic} editing={editing} /> : null
}

interface BodyFieldProps {
  type: Topic['type']
  value: string
  onChange: (body: string) => void
}

/** The text of the lesson; in another lesson the text below it, which may declare chapters of a recording. */
function BodyField({ type, value, onChange }: BodyFieldProps) {
  const { t } = useTranslation('courses')
  const isText = type === 'text'
  return (
    <ArticleField
      label={t(isText ? 'fields.body' : 'fields.notes')}
      hint={(type === 'video' || type === 'audio') && <ChaptersHint />}
      send={sendToLesson}
      minHeight={isText ? 320 : 140}
      value={value}
      onChange={onChange}
    />
  )
}

/** Title and body as typed; they save automatically. */
function useEditedText(topic: Topic, saving: ReturnType<typeof useContentSaving>) {
  const { t } = useTranslation('courses')
  const [text, setText] = useState({ title: topic.title, body: topic.body })
  const titleError = checkTitle(text.title)
  // An invalid title does not block the other fields.
  const savedValues = titleError ? { body: text.body } : text
  const auto = useAutosave(savedValues, saving.send, { delay: 900, enabled: !saving.conflict })
  /** A content without a title is named after its file. */
  const nameAfter = ({ name }: File) =>
    setText((current) =>
      current.title === t(`newTitles.${topic.type}`) ? { ...current, title: titleOfFile(name) } : current,
    )
  return { text, setText, titleError, nameAfter, auto }
}

interface HeaderProps {
  topic: Topic
  course_id: string
  /** State of saving. */
  children: ReactNode
}

function EditorHeader({ topic, course_id, children }: HeaderProps) {
  const { t } = useTranslation('courses')
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" c="dimmed">
        <TypeIcon type={topic.type} silent />
        <Text size="sm">{t(`types.${topic.type}`)}</Text>
        {children}
      </Group>
      <LinkButton
        to={`/learn/${course_id}?topic=${topic.id}&creator_preview=true`}
        variant="subtle"
        size="compact-md"

        leftSection={<IconEye size={18} aria-hidden />}
      >
        {t('editor.preview')}
      </LinkButton>
    </Group>
  )
}
