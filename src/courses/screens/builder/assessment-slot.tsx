import { Suspense, use, useState } from 'react'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { BuilderSlots, type AssessmentSlotProps } from '../course-frame/builder-slots.ts'
import { updateContent, type Outline } from './outline-tree/outline-model.ts'
import type { OutlineEditing } from './outline-tree/use-outline.ts'

type Topic = NonNullable<Outline['topic']>

/** The assessment that the lesson shows, by the domain that owns it. */
export function AssessmentSlot({ topic, editing }: { topic: Topic; editing: OutlineEditing }) {
  const { Assessment } = use(BuilderSlots)
  const [assessment, setAssessment] = useState(topic.assessment ?? null)
  if (!Assessment) return null
  const onChange: AssessmentSlotProps['onChange'] = (changed) => {
    setAssessment(changed)
    editing.change((lessons) => updateContent(lessons, topic.id, { assessment: changed }))
  }
  const { course_id, id: content_id, title } = topic
  return (
    <Suspense fallback={<ListSkeleton rows={1} />}>
      <Assessment {...{ course_id, content_id, title, assessment, onChange }} />
    </Suspense>
  )
}
