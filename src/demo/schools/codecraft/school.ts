import type { DemoSchool } from '../../types.ts'
import { androidApps } from './android-apps.ts'
import { firstWebsite } from './first-website.ts'
import { gitForTeams } from './git-for-teams.ts'
import { javascriptForTheBrowser } from './javascript-for-the-browser.ts'
import { admins, owner, students, teachers } from './people.ts'
import { pythonFromZero } from './python-from-zero.ts'
import { shop } from './shop.ts'
import { sqlForDecisions } from './sql-for-decisions.ts'

export const codecraft: DemoSchool = {
  school_url: 'codecraft',
  name: 'CodeCraft Academy',
  home_questions: [
    {
      question: 'Do I need a computer?',
      answer:
        'A phone is enough for the first course. From the second on, any computer of the last ten years works.',
    },
    {
      question: 'What if I fall behind?',
      answer:
        'Nothing is lost. Your place is kept, and your teacher sees where you stopped and writes to you.',
    },
  ],
  payment_instructions: `Transfer the price to CodeCraft Academy, Harmattan Bank, 0123456789, with your name as the reference. You can pay in up to three parts: the first part opens the course.

Companies: write to us and we send an invoice.`,
  shows_streak: true,
  founded_year: 2017,
  shows_student_count: true,
  tagline: 'Learn to build software, from your first line to your first client.',
  about: `CodeCraft began in 2017 with nine people, four laptops and a generator above a print shop in Yaba. More than 1,400 students have since written their first program with us, on laptops, in cybercafés and on the phone in a danfo.

We teach slowly and in the open. Every exercise is read by a person, every course ends with something that works, and nobody is ever told that a thing is easy.`,
  contact_email: 'hello@codecraft.test',
  language: 'en',
  country: 'NG',
  currency_code: 'NGN',
  time_zone: 'Africa/Lagos',
  plan_name: 'subscription',
  school_no: 'CC2017',
  allow_manual_student_approval: true,
  theme: {
    primary: '#0b6b4b',
    accent: '#b4520a',
    background: '#f6faf7',
    surface: '#ffffff',
    text: '#12231b',
  },
  logo: 'codecraft-logo.png',
  cover: 'codecraft-cover.webp',
  categories: [
    { slug: 'first-steps', name: 'First steps' },
    { slug: 'web-development', name: 'Web development' },
    { slug: 'data', name: 'Data' },
    { slug: 'mobile', name: 'Mobile' },
  ],
  owner,
  admins,
  teachers,
  students,
  courses: [pythonFromZero, firstWebsite, javascriptForTheBrowser, sqlForDecisions, gitForTeams, androidApps],
  coupons: [
    { code: 'WELCOME10', percent_off: 10, uses: 3 },
    { code: 'FIRSTTWO', percent_off: 50, max_uses: 2, uses: 2 },
    { code: 'NEWYEAR', amount_off: 500_000, starts_in_days: 30, ends_in_days: 44 },
    {
      code: 'RAINS25',
      percent_off: 25,
      courses: ['python-from-zero'],
      starts_in_days: -60,
      ends_in_days: -20,
    },
    {
      code: 'TEAM15',
      percent_off: 15,
      courses: ['sql-for-decisions', 'javascript-for-the-browser'],
      max_uses: 40,
      is_paused: true,
    },
  ],
  shop,
  plans: [
    {
      slug: 'backend-start',
      name: 'Python and SQL together',
      description:
        'Write programs, then ask a database the right questions. Cheaper than the two courses one by one.',
      courses: ['python-from-zero', 'sql-for-decisions'],
      price: 4_900_000,
      kind: 'one_time',
      affiliates_percentage_off: 10,
      default_affiliate_commission: 15,
    },
    {
      slug: 'javascript-in-instalments',
      name: 'JavaScript in four payments',
      description: 'The whole course opens with your first payment.',
      courses: ['javascript-for-the-browser'],
      price: 4_000_000,
      kind: 'instalments',
      instalment_count: 4,
      interval: 'month',
    },
    {
      slug: 'all-access',
      name: 'All courses, month by month',
      description: 'Learn at your own pace, and stop when you like.',
      courses: ['python-from-zero', 'sql-for-decisions', 'javascript-for-the-browser'],
      price: 750_000,
      kind: 'subscription',
      interval: 'month',
      trial_days: 7,
      trial_needs_card: true,
    },
  ],
  random_seed: 2017,
}
