import { embed, text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const anglaisProfessionnel: DemoCourse = {
  slug: 'anglais-professionnel',
  course_code: 'EN-PRO',
  category: 'anglais',
  teacher: 'mamadou.ndiaye',
  course_name: 'Anglais professionnel',
  short_description:
    'Réunions, e-mails, chiffres : prendre la parole en anglais, seul, en groupe ou en particulier.',
  price: 14_000,
  cover: 'parole-anglais-professionnel.webp',
  course_unit: '8 semaines, 3 heures par semaine',
  course_requirements: [
    'Un niveau B1 en anglais',
    'Un travail où l’on parle anglais, ou l’envie d’en trouver un',
  ],
  course_reviews: [
    {
      name: 'Fatou Bâ',
      rating: 5,
      review:
        'J’ai mené ma première réunion en anglais à la sixième semaine. Personne n’a remarqué que je tremblais.',
    },
    { name: 'Julien Moreau', rating: 4, review: 'La leçon sur les faux amis devrait être obligatoire.' },
  ],
  similar_courses: ['delf-b1'],
  starts_in_days: -27,
  tiers: [
    { name: 'En autonomie', price: 14_000 },
    { name: 'En groupe', price: 29_000 },
    { name: 'En particulier', price: 52_000 },
  ],
  popularity: 0.4,
  lessons: [
    {
      title: 'Parler',
      contents: [
        text('Ouvrir, mener et clore une réunion'),
        embed(
          'Dix façons d’avoir une meilleure conversation',
          'https://www.youtube-nocookie.com/embed/R1vskiVDwl4',
        ),
        text('Donner son avis sans blesser'),
      ],
    },
    { title: 'Écrire', contents: [text('Un e-mail en cinq phrases'), text('Faux amis au bureau')] },
    { title: 'Présenter', lowest_tier: 2, contents: [text('Présenter des chiffres')] },
  ],
}
