import { checkQuestion, QuestionBody, QuestionKey } from '../questions/index.ts'
import { Value } from 'typebox/value'

/** A question as a file holds it. */
export interface FileQuestion {
  /** Empty if the file gives no name. */
  name: string
  tags: string[]
  /** 1 to 5; null if the file does not say. */
  difficulty: number | null
  body: QuestionBody
  key: QuestionKey
}

/** Reasons why a question, or a part of one, is missing from the result. */
export const dropCodes = [
  // Whole questions.
  'question_invalid',
  'question_too_long',
  'too_many_questions',
  'type_not_supported',
  'file_invalid',
  'archive_refused',
  'image_missing',
  // Parts of a question that is otherwise kept.
  'category',
  'name',
  'tags',
  'difficulty',
  'formatting',
  'media',
  'feedback',
  'hints',
  'guidance',
  'units',
  'partial_points',
  'settings',
  'own_scoring',
] as const
export type DropCode = (typeof dropCodes)[number]

export interface Drop {
  /** Line of the file for an import of a text, else number of the question from 1. */
  at: number
  code: DropCode
  /** Beginning of the text that is meant. */
  text: string
}

export interface ImportedFile {
  questions: FileQuestion[]
  dropped: Drop[]
  /** Number of drops that are not in `dropped`. */
  more_dropped: number
}

export interface ExportedFile {
  text: string
  dropped: Drop[]
}

/** What one request of an import or a page of an export carries: questions, and their bytes as JSON. */
export const transferLimits = { questions: 50, bytes: 520_000 }
/** Questions of one file; the others are listed as dropped. */
export const maxFileQuestions = 1_000
/** Characters of one question of a text format. */
export const maxQuestionChars = 100_000
const maxTags = 20
const maxTagChars = 50
/** Drops that an import lists; it counts the others. */
export const maxListedDrops = 2_000

const noFeedback = { general: '', correct: '', incorrect: '' }
/** Fields of a key without feedback and hints, new for each key. */
export const noTexts = () => ({ feedback: { ...noFeedback }, hints: [] as string[] })

/** An item of a list of drops. */
export const dropAt = (at: number, code: DropCode, text: string): Drop => ({
  at,
  code,
  text: text.trim().slice(0, 80),
})

/** Collects what a file contains: it checks and counts questions, and bounds the list of drops. */
export class ImportList {
  readonly questions: FileQuestion[] = []
  readonly dropped: Drop[] = []
  more_dropped = 0

  drop(at: number, code: DropCode, text: string) {
    if (this.dropped.length < maxListedDrops) this.dropped.push(dropAt(at, code, text))
    else this.more_dropped += 1
  }

  /** Adds a question, and what it lost; a question that cannot be graded is dropped instead. */
  add(at: number, read: FileQuestion, losses: Iterable<DropCode> = []) {
    const tags = read.tags.filter((tag) => tag.length <= maxTagChars).slice(0, maxTags)
    const question = { ...read, tags }
    const text = question.name || question.body.text
    if (!isUsable(question)) return this.drop(at, 'question_invalid', text)
    if (this.questions.length >= maxFileQuestions) return this.drop(at, 'too_many_questions', text)
    this.questions.push(question)
    const cut = tags.length < read.tags.length ? (['tags'] as const) : []
    for (const code of new Set([...losses, ...cut])) this.drop(at, code, text)
  }

  result(): ImportedFile {
    const { questions, dropped, more_dropped } = this
    return { questions, dropped, more_dropped }
  }
}

const isUsable = ({ body, key }: FileQuestion) =>
  Value.Check(QuestionBody, body) && Value.Check(QuestionKey, key) && checkQuestion(body, key).length === 0
