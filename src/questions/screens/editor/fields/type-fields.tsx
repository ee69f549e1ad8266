import type { ComponentType } from 'react'
import type { QuestionBody, QuestionKey, QuestionType } from '#lib/questions/index.ts'
import type { Editing, TypeFieldsProps } from '../question-draft.ts'
import { CalculatedFields } from './calculated-fields.tsx'
import { MultipleChoiceFields, SingleChoiceFields, TrueFalseFields } from './choice-fields.tsx'
import { CodeFields } from './code-fields.tsx'
import { GapFields } from './gap-fields.tsx'
import { HotspotFields } from './hotspot-fields.tsx'
import { LabellingFields } from './labelling-fields.tsx'
import { EssayFields, FileUploadFields, RecordingFields } from './marked-fields.tsx'
import { MatrixFields, SliderFields } from './matrix-fields.tsx'
import { CategoriseFields, MatchingFields, OrderingFields } from './pair-fields.tsx'
import { NumberFields, ShortTextFields } from './text-fields.tsx'

const fields: { [T in Exclude<QuestionType, 'information' | 'passage'>]: ComponentType<TypeFieldsProps<T>> } =
  {
    single_choice: SingleChoiceFields,
    multiple_choice: MultipleChoiceFields,
    true_false: TrueFalseFields,
    short_text: ShortTextFields,
    number: NumberFields,
    calculated: CalculatedFields,
    essay: EssayFields,
    file_upload: FileUploadFields,
    recording: RecordingFields,
    matching: MatchingFields,
    ordering: OrderingFields,
    gaps: GapFields,
    hotspot: HotspotFields,
    labelling: LabellingFields,
    categorise: CategoriseFields,
    matrix: MatrixFields,
    slider: SliderFields,
    code: CodeFields,
  }

export const hasFields = (type: QuestionType): type is keyof typeof fields => Object.hasOwn(fields, type)

interface Props {
  body: QuestionBody
  answers: QuestionKey
  editing: Editing
}

/** What a type has besides its text: options, answers and settings. */
export function TypeFields({ body, answers, editing }: Props) {
  if (!hasFields(body.type)) return null
  // The body and the key have the type of the fields; the compiler cannot follow that through the table.
  const Fields = fields[body.type] as unknown as ComponentType<Props>
  return <Fields body={body} answers={answers} editing={editing} />
}
