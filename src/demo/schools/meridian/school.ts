import type { DemoSchool } from '../../types.ts'
import { writing } from './awc-100-writing.ts'
import { algorithms } from './csc-112-algorithms.ts'
import { water } from './env-210-water.ts'
import { mapping } from './gis-220-mapping.ts'
import { admins, owner, students, teachers } from './people.ts'
import { epidemiology } from './phe-204-epidemiology.ts'
import { methods } from './res-300-methods.ts'
import { statistics } from './sta-101-statistics.ts'

export const meridian: DemoSchool = {
  school_url: 'meridian',
  name: 'Meridian University, Faculty of Applied Sciences',
  home_layout: 'catalogue',
  font_pair: 'modern',
  tagline: 'Science for the place where we live.',
  about: `The Faculty of Applied Sciences has four departments and 2,600 students in Nairobi and online. It was founded in 1998, with the aim of teaching science from problems that can be seen from the window.

Units that stand here belong to our degree programmes and are open to guests as single units. Registration is confirmed by the departments within two working days.`,
  contact_email: 'registry@meridian.test',
  language: 'en',
  country: 'KE',
  currency_code: 'KES',
  time_zone: 'Africa/Nairobi',
  plan_name: 'enterprise',
  school_no: 'MU-FAS',
  allow_manual_student_approval: true,
  theme: {
    primary: '#1e3a7b',
    accent: '#8a5a00',
    background: '#f5f6fa',
    surface: '#ffffff',
    text: '#161b2c',
  },
  logo: 'meridian-logo.png',
  cover: 'meridian-cover.webp',
  categories: [
    { slug: 'computing', name: 'Computing' },
    { slug: 'mathematics-statistics', name: 'Mathematics and Statistics' },
    { slug: 'public-health', name: 'Public Health' },
    { slug: 'environment', name: 'Environmental Science' },
    { slug: 'all-departments', name: 'For all departments' },
  ],
  faculties: [
    {
      slug: 'computing-mathematics',
      name: 'Computing and Mathematics',
      departments: ['Computing', 'Mathematics and Statistics'],
    },
    {
      slug: 'health-environment',
      name: 'Health and Environment',
      departments: ['Public Health', 'Environmental Science'],
    },
  ],
  owner,
  admins,
  teachers,
  students,
  courses: [algorithms, statistics, epidemiology, water, writing, mapping, methods],
  coupons: [
    { code: 'ALUMNI20', percent_off: 20, uses: 2 },
    { code: 'SEMESTER2', percent_off: 10, starts_in_days: 21, ends_in_days: 60 },
  ],
  plans: [
    {
      slug: 'computing-foundations',
      name: 'Foundations of computing',
      description: 'Algorithms and statistics, the two courses that the others build on.',
      courses: ['csc-112-algorithms', 'sta-101-statistics'],
      price: 1_350_000,
      kind: 'one_time',
    },
    {
      slug: 'methods-in-instalments',
      name: 'Research methods in three payments',
      description: 'The course opens with the first payment.',
      courses: ['res-300-methods'],
      price: 990_000,
      kind: 'instalments',
      instalment_count: 3,
      interval: 'month',
    },
    {
      slug: 'environment-by-quarter',
      name: 'Water and mapping',
      description: 'Both field courses for as long as the subscription runs.',
      courses: ['env-210-water', 'gis-220-mapping'],
      price: 600_000,
      kind: 'subscription',
      interval: 'quarter',
    },
  ],
  random_seed: 1998,
}
