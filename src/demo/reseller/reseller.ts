import type { Config } from '#platform/config/config.ts'
import type { DemoPerson, DemoTheme } from '../types.ts'

const theme: DemoTheme = {
  primary: '#7a2f6b',
  accent: '#1f6f78',
  background: '#fcf9fb',
  surface: '#ffffff',
  text: '#2a1626',
}

/** The demo reseller, with schools below its own root. */
export const demoReseller = {
  /**
   * Label below the platform's root, so that DNS already points here; reserved in `schools/creation/address.ts`.
   */
  label: 'baraza',
  name: 'Baraza Campus',
  sender: 'Baraza Campus',
  theme,
}

export const resellerRoot = ({ rootDomain }: Pick<Config, 'rootDomain'>) =>
  `${demoReseller.label}.${rootDomain}`

const person = (login: string, name: string): DemoPerson => ({ login, name, country: 'UG' })

/** The reseller's one school. */
export const demoResellerSchool = {
  school_url: 'nile',
  name: 'Nile Trade School',
  tagline: 'Trades that feed a family, learned in the evening.',
  language: 'en' as const,
  country: 'UG',
  currency_code: 'UGX',
  time_zone: 'Africa/Kampala',
  theme: {
    primary: '#0f5d4e',
    accent: '#9a4a12',
    background: '#f8faf7',
    surface: '#ffffff',
    text: '#14211d',
  },
  owner: person('owner', 'Grace Nansubuga'),
  admins: [person('admin', 'Peter Wasswa')],
  teachers: [person('teacher', 'Sarah Akello')],
  students: [person('student', 'Moses Okot')],
}
