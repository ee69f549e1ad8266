import { Group, Stack } from '@mantine/core'
import {
  IconEye,
  IconEyeOff,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListDetails,
} from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTopicParam } from '#ui/frame/course-parameters.ts'
import { UploadQueueList } from '#ui/form/upload/upload-queue-list.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AddLesson } from './outline-tree/add-lesson.tsx'
import { ContentPane } from './content-editor/content-pane.tsx'
import { useEditedCourse } from '../course-frame/course-frame.tsx'
import { MirrorsNote } from './mirrors-note.tsx'
import type { Lesson } from './outline-tree/outline-model.ts'
import { SelectionContext, useSelectionState } from './outline-tree/outline-selection.ts'
import { OutlineTree } from './outline-tree/outline-tree.tsx'
import { SelectionBar } from './outline-tree/selection-bar.tsx'
import { usePreviewChoice } from './preview/use-preview-choice.ts'
import { useUploadFiles } from './outline-tree/use-upload-files.ts'
import { useOutline } from './outline-tree/use-outline.ts'
import classes from './outline-screen.module.css'

export const handle: ScreenHandle = { namespaces: ['courses'] }

/** The builder: the outline, and beside it the open content. On a phone one of the two. */
export default function OutlineScreen() {
  const { t } = useTranslation('courses')
  const course = useEditedCourse()
  if (course.mirror_course_id)
    return (
      <EmptyState
        icon={<IconListDetails size={32} />}
        title={t('outline.mirrored')}
        text={t('outline.mirroredText')}
        action={
          <LinkButton to={`/manage/courses/${course.mirror_course_id}`}>{t('outline.toOrigin')}</LinkButton>
        }
      />
    )
  return <Builder key={course.id} course_id={course.id} enableTiering={course.enable_tiering} />
}

function Builder({ course_id, enableTiering }: { course_id: string; enableTiering: boolean }) {
  const { t } = useTranslation('courses')
  const editing = useOutline(course_id)
  const [topic, setTopic] = useTopicParam()
  const busy = useBusy()
  const files = useUploadFiles(editing)
  const { query, lessons } = editing
  const selection = useSelectionState(lessons ?? none)
  const contents = (lessons ?? none).flatMap((lesson) => lesson.contents)
  const open = contents.find((content) => content.id === topic)?.id ?? null
  const [hasPreview, setPreview] = usePreviewChoice()
  const [isCollapsed, setCollapsed] = useState(hasPreview)
  useWayBack(open)
  if (query.error) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!lessons) return <ListSkeleton />
  // An editor with a running upload stays mounted, hidden, until it is finished.
  const remaining = contents.filter(({ id }) => id === open || busy.ids.includes(id))
  return (
    <div
      className={classes.builder}
      data-open={open !== null || undefined}
      data-collapsed={isCollapsed || undefined}
    >
      <Stack className={classes.outline ?? ''} gap="md">
        {lessons.length === 0 && (
          <EmptyState
            icon={<IconListDetails size={32} />}
            title={t('outline.none')}
            text={t('outline.noneText')}
          />
        )}
        <MirrorsNote course_id={course_id} />
        <SelectionContext value={selection}>
          <OutlineTree
            lessons={lessons}
            editing={editing}
            topic={open}
            onOpen={setTopic}
            onFiles={files.add}
            enableTiering={enableTiering}
          />
          <SelectionBar lessons={lessons} editing={editing} />
        </SelectionContext>
        <UploadQueueList queue={files.queue} />
        <AddLesson editing={editing} first={lessons.length === 0} />
      </Stack>
      <div className={classes.pane}>
        {open !== null && (
          <Button className={classes.back ?? ''} variant="subtle" mb="sm" onClick={() => setTopic(null)}>
            {t('outline.back')}
          </Button>
        )}
        {open !== null && (
          <Group gap="xs">
            <OutlineToggle isCollapsed={isCollapsed} onChange={setCollapsed} />
            <PreviewToggle
              isShown={hasPreview}
              onChange={(isShown) => {
                setPreview(isShown)
                // The editor and its preview need the width of the outline.
                setCollapsed(isShown)
              }}
            />
          </Group>
        )}
        {remaining.map((content) => (
          <section key={content.id} hidden={content.id !== open} aria-label={t('editor.label')}>
            <ContentPane
              course_id={course_id}
              content={content}
              editing={editing}
              hasPreview={hasPreview}
              onBusy={busy.set}
            />
          </section>
        ))}
        {open === null && lessons.length > 0 && (
          <EmptyState
            icon={<IconListDetails size={32} />}
            title={t('editor.choose')}
            text={t('editor.chooseText')}
          />
        )}
      </div>
    </div>
  )
}

interface ToggleProps {
  isCollapsed: boolean
  onChange: (isCollapsed: boolean) => void
}

/** Hides the outline, so that the editor has the whole width. */
function OutlineToggle({ isCollapsed, onChange }: ToggleProps) {
  const { t } = useTranslation('courses')
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <Button
      className={classes.toggle ?? ''}
      variant="subtle"
      size="compact-md"
      mb="sm"
      aria-expanded={!isCollapsed}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onChange(!isCollapsed)}
    >
      {t(isCollapsed ? 'outline.show' : 'outline.hide')}
    </Button>
  )
}

interface PreviewToggleProps {
  isShown: boolean
  onChange: (isShown: boolean) => void
}

/** Shows the lesson as students see it, beside the editor. */
function PreviewToggle({ isShown, onChange }: PreviewToggleProps) {
  const { t } = useTranslation('courses')
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <Button
      className={classes.previewToggle ?? ''}
      variant="subtle"
      size="compact-md"
      mb="sm"
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onChange(!isShown)}
    >
      {t(isShown ? 'editor.hidePreview' : 'editor.showPreview')}
    </Button>
  )
}

const none: Lesson[] = []

/** On a phone the outline replaces a content that was left; focuses its row. */
function useWayBack(open: string | null) {
  const left = useRef(open)
  useEffect(() => {
    const isLost = open === null && document.activeElement === document.body
    if (isLost && left.current) document.querySelector<HTMLElement>(`#content-${left.current}`)?.focus()
    left.current = open
  }, [open])
}

/** Contents with running uploads. */
function useBusy() {
  const [ids, setIds] = useState<string[]>([])
  const set = useCallback(
    (id: string, isBusy: boolean) =>
      setIds((current) => (isBusy ? [...new Set([...current, id])] : current.filter((one) => one !== id))),
    [],
  )
  return { ids, set }
}
