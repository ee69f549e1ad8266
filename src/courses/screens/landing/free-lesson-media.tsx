import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { FreeLesson } from './free-lesson-head.tsx'

/** The video, recording, file or embed of a free lesson. */
export function FreeLessonMedia({ lesson }: { lesson: FreeLesson }) {
  const { t } = useTranslation('courses')
  const { type, media, embed, title } = lesson.content
  if (type === 'video' && media) return <Video lesson={lesson} url={media.url} />
  if (type === 'audio' && media)
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are those that the teacher added
      <audio src={media.url} controls preload="metadata" aria-label={title} className="p-free-audio">
        <Tracks lesson={lesson} />
      </audio>
    )
  if (type === 'file' && media)
    return (
      <p>
        <a href={media.url} className="p-button p-button-quiet" download={media.file_name}>
          {t('landing.download', { name: media.file_name })}
        </a>
      </p>
    )
  if (type === 'embed' && embed)
    return (
      <div className="p-landing-video">
        {/* Nothing of another site loads before the click. */}
        <a href={embed.url} className="p-landing-play" data-frame={title} target="_blank" rel="noopener">
          <span>▶ {t('landing.play')}</span>
        </a>
      </div>
    )
  return null
}

function Video({ lesson, url }: { lesson: FreeLesson; url: string }) {
  const { course, content } = lesson
  return (
    <div className="p-landing-video">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are those that the teacher added */}
      <video
        src={url}
        controls
        preload="metadata"
        playsInline
        aria-label={content.title}
        {...(course.image_url && { poster: course.image_url })}
      >
        <Tracks lesson={lesson} />
      </video>
    </div>
  )
}

const Tracks = ({ lesson }: { lesson: FreeLesson }) =>
  lesson.captions.map(({ language, label, url }) => (
    <track key={language} kind="captions" src={url} srcLang={language} label={label} />
  ))
