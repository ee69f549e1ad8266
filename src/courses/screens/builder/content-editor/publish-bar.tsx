import { Badge, Group, Menu } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconEyeOff, IconHistory, IconSend } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PublishDialog } from './publish-dialog.tsx'
import type { Content } from '../outline-tree/outline-model.ts'
import type { Audience, ContentSaving } from './use-content-saving.ts'

interface Props {
  /** As shown in the outline, where it can be published too. */
  content: Content
  saving: ContentSaving
  /** Saves pending changes, so that they are published too. */
  flushChanges: () => Promise<boolean>
  onHistory: () => void
  /** Reloads the content after its draft was replaced. */
  onReload: () => void
}

/** State of this content for students, with the publish button. */
export function PublishBar({ content, saving, flushChanges, onHistory, onReload }: Props) {
  const { t } = useTranslation('courses')
  const { conflict } = saving
  const [asking, setAsking] = useState(false)
  const { working, act } = useActing(flushChanges)
  const state = stateOf(content)
  const bar = useFocusAfterPublish(state)
  const publish = (audience: Audience) => {
    setAsking(false)
    void act(async () => {
      await saving.publish(audience)
      toast(t(`publishing.done.${audience}`))
    })
  }
  return (
    <Group gap="sm" component="section" ref={bar} tabIndex={-1} aria-label={t('publishing.label')}>
      <Badge size="lg" variant="light" tt="none" color={colors[state]}>
        {t(`publishing.state.${state}`)}
      </Badge>
      {state !== 'published' && (
        <Button
          size="sm"
          loading={working}
          disabled={conflict !== null}
          leftSection={<IconSend size={18} aria-hidden />}
          onClick={() => (content.is_published ? setAsking(true) : publish('everybody'))}
        >
          {t('publishing.publish')}
        </Button>
      )}
      <More
        content={content}
        onHistory={onHistory}
        onDiscard={() => void act(() => saving.discard().then(onReload))}
        onUnpublish={() => void act(() => saving.send({ is_published: false }))}
      />
      <PublishDialog
        opened={asking}
        hasChanges={content.has_changes === true}
        onClose={() => setAsking(false)}
        onPublish={publish}
      />
    </Group>
  )
}

const colors = { draft: 'gray', published: 'success', changed: 'warning', partly: 'accent' }

function stateOf({ is_published, has_changes, published_for }: Content): keyof typeof colors {
  if (!is_published) return 'draft'
  if (has_changes) return 'changed'
  return published_for === 'new_students' ? 'partly' : 'published'
}

/** The publish button disappears after success; moves the focus to the next control. */
function useFocusAfterPublish(state: string) {
  const bar = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    const isLost = shown.current !== state && document.activeElement === document.body
    if (isLost) bar.current?.focus({ preventScroll: true })
    shown.current = state
  }, [state])
  return bar
}

/** One action at a time, after pending changes are saved; a refusal shows its reason. */
function useActing(saveChanges: () => Promise<boolean>) {
  const { errorText } = useErrorText()
  const [working, setWorking] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setWorking(true)
    try {
      if (await saveChanges()) await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'edit_conflict') toast(errorText(error), 'error')
    } finally {
      setWorking(false)
    }
  }
  return { working, act }
}

interface MoreProps {
  content: Content
  onHistory: () => void
  onDiscard: () => void
  onUnpublish: () => void
}

function More({ content, onHistory, onDiscard, onUnpublish }: MoreProps) {
  const { t } = useTranslation('courses')
  return (
    <Menu position="bottom-start" shadow="md" width={260}>
      <Menu.Target>
        <IconButton label={t('publishing.more')} variant="subtle">
          <IconDots size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHistory size={18} />} onClick={onHistory}>
          {t('publishing.history')}
        </Menu.Item>
        {content.is_published && content.has_changes && (
          <Menu.Item leftSection={<IconArrowBackUp size={18} />} onClick={onDiscard}>
            {t('publishing.discard')}
          </Menu.Item>
        )}
        {content.is_published && (
          <Menu.Item leftSection={<IconEyeOff size={18} />} onClick={onUnpublish}>
            {t('outline.unpublish')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
