import { text, video } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const arabeAlphabet: DemoCourse = {
  slug: 'arabe-alphabet',
  course_code: 'AR-0',
  category: 'langues-africaines',
  teacher: 'fatima.benali',
  course_name: 'Lire l’arabe en douze jours',
  short_description:
    'Vingt-huit lettres, de droite à gauche : un cours gratuit pour déchiffrer vos premiers mots.',
  price: 0,
  cover: 'parole-arabe-alphabet.webp',
  course_unit: '12 jours, 30 minutes par jour',
  course_requirements: ['Un papier quadrillé et un feutre épais'],
  course_reviews: [
    { name: 'Élodie Gauthier', rating: 5, review: 'Je lis les enseignes de ma rue. Douze jours, vraiment.' },
  ],
  similar_courses: ['wolof-debutant'],
  layout_type: 'compact',
  compact_layout_content_background: '#fdf3e7',
  starts_in_days: -150,
  popularity: 0.5,
  lessons: [
    {
      title: 'Les lettres',
      contents: [
        text('Vingt-huit lettres, quatre formes'),
        video('Tracer bā’, tā’, thā’', 'parole-tracer-ba.mp4'),
      ],
    },
    {
      title: 'Les mots',
      contents: [text('Les voyelles que l’on n’écrit pas'), text('Vos premiers mots')],
    },
  ],
}
