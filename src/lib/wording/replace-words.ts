import type { Language } from '#lib/languages/languages.ts'

/** A word of the interface and what a school says instead. */
export type WordPair = readonly [word: string, replacement: string]

/** Words that schools replace most often, by language: singular and plural. */
export const commonWords: Record<Language, readonly string[]> = {
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
  am: ['ኮርስ', 'ኮርሶች', 'ትምህርት', 'ትምህርቶች', 'ምዕራፍ', 'ምዕራፎች', 'ተማሪ', 'ተማሪዎች', 'መምህር', 'መምህራን'],
  es: [
    'curso',
    'cursos',
    'lección',
    'lecciones',
    'sección',
    'secciones',
    'estudiante',
    'estudiantes',
    'docente',
    'docentes',
  ],
  ha: ['kwas', 'darasi', 'darussa', 'babi', 'babobi', 'ɗalibi', 'ɗalibai', 'malami', 'malamai'],
  ig: ['kọọsụ', 'nkụzi', 'akụkụ'],
  pt: [
    'curso',
    'cursos',
    'lição',
    'lições',
    'módulo',
    'módulos',
    'aluno',
    'alunos',
    'professor',
    'professores',
  ],
  sw: ['kozi', 'somo', 'masomo', 'sehemu', 'mwanafunzi', 'wanafunzi', 'mwalimu', 'walimu'],
  yo: ['kọ́ọ̀sì', 'ẹ̀kọ́', 'apá', 'akẹ́kọ̀ọ́', 'olùkọ́'],
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
