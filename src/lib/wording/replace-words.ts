/** A word of the interface and what a school says instead. */
export type WordPair = readonly [word: string, replacement: string]

/** Words that schools replace most often, by language: singular and plural. */
export const commonWords: Record<string, readonly string[]> = {
  en: [
    'course',
    'courses',
    'lesson',
    'lessons',
    'section',
    'sections',
    'student',
    'students',
    'teacher',
    'teachers',
  ],
  fr: ['cours', 'leçon', 'leçons', 'section', 'sections', 'élève', 'élèves', 'enseignant', 'enseignants'],
  ar: [
    'دورة',
    'دورات',
    'الدورة',
    'الدورات',
    'درس',
    'دروس',
    'الدرس',
    'الدروس',
    'طالب',
    'الطلاب',
    'معلم',
    'المعلمون',
  ],
}

/** Replaces whole words, with the case of their first letter. The result is a proposal: articles are not adapted. */
export function replaceWords(text: string, pairs: readonly WordPair[]): string {
  const replacements = new Map(pairs.map(([word, replacement]) => [word.toLowerCase(), replacement]))
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    const replacement = replacements.get(word.toLowerCase())
    if (!replacement) return word
    const isCapital = word[0] !== word[0]!.toLowerCase()
    return isCapital ? replacement[0]!.toUpperCase() + replacement.slice(1) : replacement
  })
}
