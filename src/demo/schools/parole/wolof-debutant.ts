import { text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const wolofDebutant: DemoCourse = {
  slug: 'wolof-debutant',
  course_code: 'WO-1',
  category: 'langues-africaines',
  teacher: 'aissatou.sow',
  course_name: 'Wolof pour débuter',
  short_description: 'Saluer, compter, marchander : le wolof de tous les jours, à Dakar et ailleurs.',
  price: 7_500,
  cover: 'parole-wolof-debutant.webp',
  course_unit: '6 semaines, 2 heures par semaine',
  course_requirements: ['Vous lisez le français'],
  course_reviews: [
    {
      name: 'Thomas Lefèvre',
      rating: 5,
      review: 'La leçon sur les prix m’a fait économiser plus que le cours ne coûte.',
    },
  ],
  similar_courses: ['arabe-alphabet', 'francais-a1'],
  starts_in_days: -34,
  popularity: 0.36,
  lessons: [
    {
      title: 'Saluer',
      contents: [text('Les salutations, une affaire sérieuse'), text('Lire et prononcer')],
    },
    { title: 'Au marché', contents: [text('Compter de un à mille'), text('Acheter et marchander')] },
  ],
}
