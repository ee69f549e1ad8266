import { text, video } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const firstWebsite: DemoCourse = {
  slug: 'first-website',
  course_code: 'WEB-100',
  category: 'first-steps',
  teacher: 'chidinma.eze',
  course_name: 'Your first website',
  short_description:
    'HTML and CSS by hand: build a page for a small business and publish it in three weeks. Free.',
  price: 0,
  cover: 'codecraft-first-website.webp',
  preview_video: 'codecraft-box-model.mp4',
  course_unit: '3 weeks, 3 hours a week',
  course_requirements: ['A computer with any browser', 'A small business whose page you would like to make'],
  course_reviews: [
    {
      name: 'Tochukwu Nwosu',
      rating: 5,
      review: 'My uncle’s tyre shop in Surulere has a website now. He tells people that he has a developer.',
    },
    {
      name: 'Zainab Lawal',
      rating: 5,
      review: 'Three weeks, no nonsense. The grid line alone was worth it.',
    },
  ],
  similar_courses: ['javascript-for-the-browser', 'python-from-zero'],
  starts_in_days: -210,
  end_of_course_content_message: 'Send us the address of your page. We open every single one.',
  popularity: 0.6,
  lessons: [
    {
      title: 'What a page is',
      contents: [text('How a page reaches you'), text('HTML: say what things are')],
    },
    {
      title: 'What it looks like',
      contents: [
        video('Boxes, margins and the inspector', 'codecraft-box-model.mp4'),
        text('CSS: choose, then change'),
        text('Layout with flex and grid'),
      ],
    },
    { title: 'Show it', contents: [text('Publish it')] },
  ],
}
