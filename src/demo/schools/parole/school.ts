import type { DemoSchool } from '../../types.ts'
import { anglaisProfessionnel } from './anglais-professionnel.ts'
import { arabeAlphabet } from './arabe-alphabet.ts'
import { delfB1 } from './delf-b1.ts'
import { espagnolVoyage } from './espagnol-voyage.ts'
import { francaisA1 } from './francais-a1.ts'
import { admins, owner, students, teachers } from './people.ts'
import { tableConversation } from './table-conversation.ts'
import { wolofDebutant } from './wolof-debutant.ts'

export const parole: DemoSchool = {
  school_url: 'parole',
  name: 'Parole, école de langues',
  tagline: 'Une langue s’apprend en la parlant. À Paris, à Dakar, et chez vous.',
  about: `Parole est née à Belleville en 2014, autour d’une table et de douze chaises dépareillées. Depuis 2019, une deuxième table nous attend à Dakar, dans le quartier de Mermoz.

Nos groupes sont petits, nos professeurs parlent moins que leurs élèves, et nos leçons en ligne se font en dix minutes, entre deux stations de métro ou deux arrêts de car rapide.`,
  contact_email: 'bonjour@parole.test',
  language: 'fr',
  font_pair: 'classic',
  home_layout: 'centred',
  home_questions: [
    {
      question: 'Je n’ai jamais étudié cette langue. Puis-je commencer ?',
      answer:
        'Oui. Chaque premier cours part de zéro : les sons, les salutations, une première conversation.',
    },
    {
      question: 'Combien de temps par jour faut-il ?',
      answer: 'Dix minutes par jour suffisent. Une leçon se fait entre deux stations de métro.',
    },
    {
      question: 'Puis-je parler avec quelqu’un ?',
      answer: 'Oui, à la table de conversation, chaque semaine, en ligne ou dans nos salles.',
    },
  ],
  country: 'FR',
  currency_code: 'EUR',
  time_zone: 'Europe/Paris',
  plan_name: 'enterprise',
  school_no: 'PAR14',
  allow_manual_student_approval: true,
  theme: {
    primary: '#a33a1f',
    accent: '#1d5f78',
    background: '#fdf8f2',
    surface: '#ffffff',
    text: '#2c1b16',
  },
  logo: 'parole-logo.png',
  cover: 'parole-cover.webp',
  categories: [
    { slug: 'francais', name: 'Français' },
    { slug: 'langues-africaines', name: 'Wolof et arabe' },
    { slug: 'anglais', name: 'Anglais' },
    { slug: 'examens', name: 'Examens' },
    { slug: 'langues-du-monde', name: 'Espagnol' },
  ],
  owner,
  admins,
  teachers,
  students,
  courses: [
    francaisA1,
    wolofDebutant,
    arabeAlphabet,
    anglaisProfessionnel,
    delfB1,
    espagnolVoyage,
    tableConversation,
  ],
  coupons: [
    { code: 'BIENVENUE10', percent_off: 10, uses: 2 },
    { code: 'RENTREE', amount_off: 2_000, starts_in_days: -80, ends_in_days: -50 },
    { code: 'DELF25', percent_off: 25, courses: ['delf-b1'], max_uses: 20, ends_in_days: 40 },
  ],
  plans: [
    {
      slug: 'francais-delf',
      name: 'Du premier mot au DELF B1',
      description: 'Les deux cours de français ensemble, à prix réduit.',
      courses: ['francais-a1', 'delf-b1'],
      price: 26_000,
      kind: 'one_time',
    },
    {
      slug: 'anglais-en-trois-fois',
      name: 'Anglais professionnel en trois fois',
      description: 'Le cours s’ouvre dès le premier paiement.',
      courses: ['anglais-professionnel'],
      price: 14_000,
      kind: 'instalments',
      instalment_count: 3,
      interval: 'month',
    },
    {
      slug: 'langues-au-mois',
      name: 'Trois langues au mois',
      description: 'Wolof, anglais et français, sans engagement.',
      courses: ['wolof-debutant', 'anglais-professionnel', 'francais-a1'],
      price: 2_900,
      kind: 'subscription',
      interval: 'month',
    },
  ],
  random_seed: 2014,
}
