import type { QuestionAnswer } from '#lib/questions/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { StoredFiles } from '../inputs/file-inputs.tsx'
import { MarkedImage } from '../inputs/marked-image.tsx'
import { noFiles, type QuestionFiles } from '../question-props.ts'
import type { QuestionReviewProps } from './question-review.tsx'

/** The image of a hotspot or labelling with the points, regions and areas of answer and key. */
export function ReviewImage({ body, answer, correctKey, files = noFiles }: QuestionReviewProps) {
  if (body.type === 'labelling')
    return (
      <MarkedImage
        src={files.urlOf(body.image_id)}
        alt={body.image_alt}
        marks={body.spots.map(({ x, y }, index) => ({ x, y, text: String(index + 1) }))}
      />
    )
  if (body.type !== 'hotspot') return null
  const given = answer?.type === 'hotspot' ? answer : null
  const key = correctKey?.type === 'hotspot' ? correctKey : null
  const stateOf = (id: string) =>
    key?.correct.includes(id) ? 'right' : given?.selected.includes(id) ? 'chosen' : 'open'
  return (
    <MarkedImage
      src={files.urlOf(body.image_id)}
      alt={body.image_alt}
      marks={(given?.points ?? []).map(({ x, y }, index) => ({ x, y, text: String(index + 1) }))}
      regions={[
        ...body.regions.map(({ id, shape }) => ({ id, shape, state: stateOf(id) }) as const),
        ...(key?.areas ?? []).map(
          (shape, index) => ({ id: `area-${index}`, shape, state: 'right' }) as const,
        ),
      ]}
    />
  )
}

/** Files and recordings of an answer. */
export function AnswerFiles({ answer, files }: { answer: QuestionAnswer | null; files: QuestionFiles }) {
  const { t } = useTranslation('questions')
  if (answer?.type === 'file_upload')
    return <StoredFiles ids={answer.upload_ids} nameOf={(id) => files.nameOf?.(id)} files={files} />
  if (answer?.type !== 'recording' || !answer.upload_id) return null
  const name = files.nameOf?.(answer.upload_id) ?? t('recording.yours')
  return <StoredFiles ids={[answer.upload_id]} nameOf={() => name} files={files} />
}
