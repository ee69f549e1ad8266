import type { RefObject } from 'react'
import type { PlayerPosition, Topic } from './model/player-model.ts'
import type { CourseContents } from './progress/use-progress.ts'
import type { ProgressSender } from './progress/progress-sender.ts'
import { useVisibleProgress } from './progress/use-visible-progress.ts'
import { TopicActions } from './topic-actions.tsx'
import { TopicBody } from './topic-body.tsx'

interface Props {
  topic: Topic
  course_id: string
  contents: CourseContents
  onEnd: () => void
  sender: ProgressSender | null
  position: PlayerPosition
  onExpired: () => void
  media: RefObject<HTMLVideoElement | null>
  text: HTMLElement | null
  onText: (element: HTMLElement | null) => void
}

/** The open content with the steps after it. Each content has its own instance. */
export function OpenTopic({ position, text, onText, contents, onEnd, ...content }: Props) {
  const { topic, course_id, sender } = content
  const readPercentage = useVisibleProgress({ topic, course_id, sender, text })
  return (
    <>
      <TopicBody {...content} poster={contents.course.image_url} onText={onText} />
      <TopicActions
        topic={topic}
        contents={contents}
        onEnd={onEnd}
        position={position}
        sender={sender}
        readPercentage={readPercentage}
      />
    </>
  )
}
