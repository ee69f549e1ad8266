import type { DemoCourse } from '../../types.ts'

export const espagnolVoyage: DemoCourse = {
  slug: 'espagnol-voyage',
  course_code: 'ES-1',
  category: 'langues-du-monde',
  teacher: 'mamadou.ndiaye',
  course_name: 'L’espagnol du voyage',
  short_description: 'De Séville à Malabo en six semaines. Ouverture au printemps.',
  price: 9_000,
  cover: 'parole-espagnol-voyage.webp',
  is_coming_soon: true,
  course_unit: '6 semaines, 2 heures par semaine',
  course_requirements: ['L’envie de partir'],
  starts_in_days: 118,
  popularity: 0,
  lessons: [],
}
