import { text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const tableConversation: DemoCourse = {
  slug: 'table-conversation',
  course_code: 'TABLE-DKR',
  category: 'francais',
  teacher: 'mamadou.ndiaye',
  course_name: 'Table de conversation, Dakar',
  short_description: 'Le groupe du jeudi, sur invitation de l’école.',
  price: 0,
  cover: 'parole-table-conversation.webp',
  course_isPublic: false,
  disable_direct_registration: true,
  hide_related_courses: true,
  course_unit: 'Le jeudi, de 18 h à 19 h 30',
  course_requirements: ['Être inscrit à un autre cours de l’école'],
  popularity: 0.22,
  lessons: [
    { title: 'Autour de la table', contents: [text('Les règles de la table'), text('Thèmes du trimestre')] },
  ],
}
