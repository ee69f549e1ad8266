import { text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const delfB1: DemoCourse = {
  slug: 'delf-b1',
  course_code: 'DELF-B1',
  category: 'examens',
  teacher: 'teacher',
  course_name: 'Réussir le DELF B1',
  short_description:
    'Neuf semaines jusqu’à l’examen : l’épreuve, l’écrit, l’oral, et un examen blanc corrigé.',
  price: 18_000,
  cover: 'parole-delf-b1.webp',
  course_unit: '9 semaines, 4 heures par semaine',
  course_requirements: ['Un niveau A2 solide en français', 'Une inscription à une session du DELF'],
  similar_courses: ['francais-a1'],
  starts_in_days: -21,
  ends_in_days: 42,
  unapprove_all_students_on_end_date: true,
  hide_content_titles_from_unapproved: true,
  approve_student_on_payment: false,
  end_of_course_content_message: 'Vous êtes prêt. Dormez bien la veille, et écrivez-nous le résultat.',
  popularity: 0.3,
  lessons: [
    {
      title: 'Connaître l’épreuve',
      contents: [text('L’épreuve en une page'), text('Écouter deux fois, comprendre trois fois')],
    },
    {
      title: 'Produire',
      contents: [
        text('Production écrite : le texte de 160 mots'),
        text('Production orale : défendre un point de vue'),
      ],
    },
  ],
}
