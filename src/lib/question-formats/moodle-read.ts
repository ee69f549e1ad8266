import {
  ImportList,
  maxQuestionChars,
  type DropCode,
  type FileQuestion,
  type ImportedFile,
} from './format-types.ts'
import { moodleReaders } from './moodle-read-types.ts'
import type { MoodleReading } from './moodle-reading.ts'
import { htmlFromText, withoutMedia } from './plain-text.ts'
import { elementOf, elementsOf, parseXml, textOfXml, XmlRefusedError, type XmlElement } from './xml-tree.ts'

/** Reads questions in Moodle XML. https://docs.moodle.org/405/en/Moodle_XML_format */
export function readMoodleXml(file: string, newPartId: () => string): ImportedFile {
  const list = new ImportList()
  const root = rootOf(file)
  if (root?.name !== 'quiz') list.drop(1, 'file_invalid', file)
  for (const element of elementsOf(root ?? undefined, 'question')) addQuestion(list, element, newPartId)
  return list.result()
}

function rootOf(file: string) {
  try {
    return parseXml(file)
  } catch (error) {
    if (error instanceof XmlRefusedError) return null
    throw error
  }
}

function addQuestion(list: ImportList, element: XmlElement, newPartId: () => string) {
  const type = element.attributes.type ?? ''
  const name = innerText(elementOf(element, 'name')).slice(0, 200)
  const text = name || innerText(elementOf(element, 'questiontext'))
  if (type === 'category')
    return list.drop(element.line, 'category', innerText(elementOf(element, 'category')))
  const read = moodleReaders[type]
  if (!read) return list.drop(element.line, 'type_not_supported', text)
  const losses = new Set<DropCode>()
  const reading = createReading({ element, losses, newPartId })
  const question = read(reading)
  if (!question) return list.drop(element.line, 'question_invalid', text)
  if (JSON.stringify(question).length > 4 * maxQuestionChars)
    return list.drop(element.line, 'question_too_long', text)
  list.add(element.line, { name, tags: tagsOf(element), difficulty: null, ...question }, losses)
}

const innerText = (element: XmlElement | undefined) => textOfXml(elementOf(element, 'text')).trim()

const tagsOf = (element: XmlElement): FileQuestion['tags'] =>
  elementsOf(elementOf(element, 'tags'), 'tag').map(innerText).filter(Boolean)

interface Source {
  element: XmlElement
  losses: Set<DropCode>
  newPartId: () => string
}

function createReading({ element, losses, newPartId }: Source): MoodleReading {
  const html = (from: XmlElement | undefined) => {
    const source = innerText(from)
    const format = from?.attributes.format ?? 'moodle_auto_format'
    if (format === 'markdown') losses.add('formatting')
    const isHtml = format === 'html' || (format === 'moodle_auto_format' && /<[a-z]|&\w+;/i.test(source))
    if (elementsOf(from, 'file').length > 0) losses.add('media')
    if (!isHtml) return htmlFromText(source)
    const { html: rest, hasMedia } = withoutMedia(source)
    if (hasMedia) losses.add('media')
    return rest
  }
  const child = (name: string) => elementOf(element, name)
  return {
    element,
    newPartId,
    losses,
    html,
    text: html(child('questiontext')),
    plain: innerText,
    value: (name) => textOfXml(child(name)).trim(),
    texts: () => ({
      feedback: {
        general: html(child('generalfeedback')),
        correct: html(child('correctfeedback')),
        incorrect: html(child('incorrectfeedback')),
      },
      hints: elementsOf(element, 'hint').slice(0, 5).map(html).filter(Boolean),
    }),
  }
}
