import type { QuestionType } from '../../../questions/index.ts'
import {
  writeEssay,
  writeMultipleChoice,
  writeOrdering,
  writeSingleChoice,
  writeTrueFalse,
  writeUpload,
} from './write-choices.ts'
import { writeGaps, writeNumber, writeShortText, writeSlider } from './write-entries.ts'
import { writeHotspot, writeLabelling } from './write-images.ts'
import { writeCategorise, writeMatching, writeMatrix } from './write-pairs.ts'
import type { Question, QtiWriting, Written } from './writing.ts'

type Writer<T extends QuestionType> = (question: Question<T>, writing: QtiWriting) => Written | null

/** Writers of the types that the format has; null for a question without its image. */
export const qtiWriters: { [T in QuestionType]?: Writer<T> } = {
  information: () => ({ declarations: [], content: [], scoring: { kind: 'none' } }),
  single_choice: writeSingleChoice,
  multiple_choice: writeMultipleChoice,
  true_false: writeTrueFalse,
  short_text: writeShortText,
  number: writeNumber,
  essay: writeEssay,
  file_upload: writeUpload,
  matching: writeMatching,
  ordering: writeOrdering,
  gaps: writeGaps,
  hotspot: writeHotspot,
  labelling: writeLabelling,
  categorise: writeCategorise,
  matrix: writeMatrix,
  slider: writeSlider,
}
