import { audio, file, text, video } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const francaisA1: DemoCourse = {
  slug: 'francais-a1',
  course_code: 'FR-A1',
  category: 'francais',
  teacher: 'teacher',
  course_name: 'Français A1 : premiers pas',
  short_description: 'Saluer, se présenter, commander, demander son chemin : douze semaines pour commencer.',
  price: 12_000,
  cover: 'parole-francais-a1.webp',
  course_unit: '12 semaines, 3 heures par semaine',
  course_requirements: ['Aucune connaissance du français', 'Un casque ou des écouteurs pour les dialogues'],
  course_reviews: [
    {
      name: 'Wei Zhang',
      rating: 5,
      review: 'Après quatre semaines, j’ai commandé mon premier café sans montrer la carte du doigt.',
    },
    {
      name: 'Kofi Mensah',
      rating: 5,
      review: 'Claire explique avec les mains, les yeux et beaucoup d’humour.',
    },
    { name: 'Marta Kowalska', rating: 4, review: 'Très bon rythme. Je voudrais encore plus de dialogues.' },
  ],
  similar_courses: ['delf-b1', 'wolof-debutant'],
  starts_in_days: -70,
  student_access_limit_after_approval: 240,
  course_calendly_link: 'https://calendly.com/parole-ecole/conversation',
  end_of_course_content_message: 'Bravo ! Prenez un café, commandez-le en français, et racontez-le-nous.',
  popularity: 0.66,
  lessons: [
    {
      title: 'Se rencontrer',
      contents: [
        text('Bonjour ! Saluer et se présenter'),
        audio('Dialogue : la première rencontre', 'parole-rencontre.mp3'),
        text('Être et avoir au présent'),
      ],
    },
    {
      title: 'Les mots et les nombres',
      contents: [
        video('Les nombres de zéro à vingt', 'parole-nombres.mp4'),
        text('Le, la, les : le genre des noms'),
        file('Fiche : les cent premiers mots', 'parole-cent-mots.pdf'),
      ],
    },
    {
      title: 'En ville',
      contents: [text('Demander son chemin'), audio('Dialogue : au café', 'parole-cafe.mp3')],
    },
  ],
}
