import { text, video } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const javascriptForTheBrowser: DemoCourse = {
  slug: 'javascript-for-the-browser',
  course_code: 'WEB-201',
  category: 'web-development',
  teacher: 'efe.oghenekaro',
  course_name: 'JavaScript for the browser',
  short_description:
    'Let your pages answer: events, forms, data. Alone, with a mentor, or with a client project.',
  price: 4_000_000,
  cover: 'codecraft-javascript-for-the-browser.webp',
  course_unit: '10 weeks, 5 hours a week',
  course_requirements: [
    'HTML and CSS, for instance from Your first website',
    'A computer with a current browser',
  ],
  course_reviews: [
    {
      name: 'Ifeanyi Obi',
      rating: 5,
      review: 'The review of my booking page was the most useful hour of the year.',
    },
    { name: 'Halima Sani', rating: 4, review: 'Demanding, and fair. Take the mentor tier if you can.' },
  ],
  similar_courses: ['first-website', 'git-for-teams'],
  starts_in_days: -41,
  ends_in_days: 63,
  tiers: [
    { name: 'Self-paced', price: 4_000_000 },
    { name: 'With a mentor', price: 9_500_000 },
    { name: 'With a client project', price: 16_000_000 },
  ],
  popularity: 0.45,
  lessons: [
    {
      title: 'The language',
      contents: [text('What JavaScript is for'), text('Values, const and let')],
    },
    {
      title: 'The page answers',
      contents: [
        video('Events, from click to screen', 'codecraft-events.mp4'),
        text('A list that filters while you type'),
        text('Forms that help'),
      ],
    },
    { title: 'Data from elsewhere', contents: [text('Fetching data and three states')] },
    { title: 'Work for a client', lowest_tier: 3, contents: [text('Client project: a booking page')] },
  ],
}
