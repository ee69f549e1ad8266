import { Anchor, Stack, Text } from '@mantine/core'
import { IconClock, IconDownload, IconExternalLink, IconLock } from '@tabler/icons-react'
import { Suspense, use, type RefObject } from 'react'
import { AnchorButton, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Article } from '#ui/components/article.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { MediaPlayer } from './media/media-player.tsx'
import { ContentReleaseNotice } from './outline/content-release-notice.tsx'
import { useTopicSearch } from './outline/outline.tsx'
import { isPlayable, type Topic } from './model/player-model.ts'
import { PlayerSlots } from './model/player-slots.ts'
import { useOpenedAfterMoment } from './progress/use-visible-progress.ts'
import type { ProgressSender } from './progress/progress-sender.ts'
import classes from './model/player.module.css'

interface Props {
  topic: Topic
  course_id: string
  /** Image of the course, shown until a video starts. */
  poster: string | null
  sender: ProgressSender | null
  onExpired: () => void
  media: RefObject<HTMLVideoElement | null>
  /** Called with the element of the text. */
  onText: (element: HTMLElement | null) => void
}

/** A content: its video, recording, file or embed, and its text. */
export function TopicBody(props: Props) {
  const { topic, onText, course_id, sender } = props
  useOpenedAfterMoment(topic, { course_id, sender: isShown(topic) ? sender : null })
  if (topic.lock_reason) return <Locked topic={topic} reason={topic.lock_reason} course_id={course_id} />
  const onOpened = () => {
    if (topic.completion.rule !== 'opened' || topic.completed_at !== null) return
    sender?.record({ content_id: topic.id, course_id, opened: true })
    void sender?.flush()
  }
  return (
    <Stack gap="lg">
      {isPlayable(topic.type) && topic.media && <MediaPlayer {...props} />}
      {topic.type === 'file' && topic.media && (
        <FileView file={topic.media} title={topic.title} onOpened={onOpened} />
      )}
      {topic.type === 'embed' && topic.embed && <EmbedView embed={topic.embed} topic={topic} />}
      {topic.type === 'assessment' && <Assessment topic={topic} />}
      {topic.body && (
        <div ref={onText}>
          <Article html={topic.body} />
        </div>
      )}
      <Nothing topic={topic} />
    </Stack>
  )
}

/** Whether the page itself shows the content. Other files count as opened when the student opens them. */
function isShown({ type, media, lock_reason }: Topic) {
  if (lock_reason !== null) return false
  return type !== 'file' || media === null || canBeShown(media)
}

interface LockedProps {
  topic: Topic
  reason: NonNullable<Topic['lock_reason']>
  course_id: string
}

/** Why the content is locked, how it opens, and a link to its prerequisite, or to the tiers of the course. */
function Locked({ topic, reason, course_id }: LockedProps) {
  const { t } = useTranslation('learning')
  const before = topic.lock?.opens_after
  const search = useTopicSearch(before?.id ?? '')
  const isByHand = reason === 'locked' || reason === 'tier'
  return (
    <EmptyState
      icon={reason === 'date' ? <IconClock size={32} /> : <IconLock size={32} />}
      title={t(`locked.${reason}`)}
      text={
        <>
          {isByHand && t(`locked.${reason}Text`)}
          {topic.lock && <ContentReleaseNotice lock={topic.lock} />}
        </>
      }
      {...(before && { action: <LinkButton to={{ search }}>{t('locked.toFirst', before)}</LinkButton> })}
      {...(reason === 'tier' && {
        action: (
          <LinkButton to={`/?selected_course_id=${course_id}`} reloadDocument>
            {t('locked.toUpgrade')}
          </LinkButton>
        ),
      })}
    />
  )
}

function Nothing({ topic }: { topic: Topic }) {
  const { t } = useTranslation('learning')
  if (topic.body || topic.media || topic.embed || topic.type === 'assessment') return null
  return <Text c="dimmed">{t('topic.empty')}</Text>
}

function Assessment({ topic }: { topic: Topic }) {
  const { Assessment: Card } = use(PlayerSlots)
  if (!Card) return null
  return (
    <Suspense fallback={<ListSkeleton rows={2} />}>
      <Card assessment={topic.assessment ?? null} is_submitted={topic.is_submitted} />
    </Suspense>
  )
}

type File = NonNullable<Topic['media']>

const pdf = 'application/pdf'
const isPicture = (file: File) => file.content_type.startsWith('image/')
const canBeShown = (file: File) =>
  isPicture(file) || (file.content_type === pdf && navigator.pdfViewerEnabled)

/** A PDF is shown in the page if the browser supports it, which phones do not; every file can be downloaded. */
function FileView({ file, title, onOpened }: { file: File; title: string; onOpened: () => void }) {
  const { t } = useTranslation('learning')
  const isPdf = file.content_type === pdf
  return (
    <Stack gap="sm">
      <div className={classes.file}>
        <div>
          <strong>{file.file_name}</strong>
          <Text size="sm" c="dimmed">
            {formatBytes(file.size)}
          </Text>
        </div>
        <div className={classes.fileActions}>
          {isPdf && (
            <AnchorButton
              href={file.url}
              target="_blank"
              rel="noopener"
              onClick={onOpened}
              variant="default"
              leftSection={<IconExternalLink size={20} aria-hidden />}
            >
              {t('file.open')}
            </AnchorButton>
          )}
          <AnchorButton
            href={file.url}
            download={file.file_name}
            onClick={onOpened}
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {t('file.download')}
          </AnchorButton>
        </div>
      </div>
      {isPdf && canBeShown(file) && (
        <iframe src={`${file.url}#navpanes=0&view=FitH`} title={title} className={classes.pdf} />
      )}
      {isPicture(file) && <img src={file.url} alt={title} className={classes.picture} />}
    </Stack>
  )
}

type Embed = NonNullable<Topic['embed']>

/** An embed of a supported site, in a sandbox with minimal permissions. */
function EmbedView({ embed, topic }: { embed: Embed; topic: Topic }) {
  const { t } = useTranslation('learning')
  return (
    <div>
      <iframe
        src={embed.url}
        title={topic.title}
        className={classes.embed}
        {...(embed.ratio && { style: { aspectRatio: embed.ratio } })}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-presentation"
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        loading="lazy"
      />
      <Text size="sm">
        <Anchor href={topic.embed_url} target="_blank" rel="noopener">
          {t('embed.open', { provider: embed.provider })}
        </Anchor>
      </Text>
    </div>
  )
}
