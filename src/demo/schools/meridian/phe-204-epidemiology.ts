import { audio, text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const epidemiology: DemoCourse = {
  slug: 'phe-204-epidemiology',
  course_code: 'PHE-204',
  category: 'public-health',
  teacher: 'amina.hassan',
  course_name: 'PHE 204 Foundations of Epidemiology',
  short_description:
    'Who falls ill, where and when: four outbreaks from the first rumour to the last report.',
  price: 960_000,
  cover: 'meridian-phe-204-epidemiology.webp',
  course_department: 'Public Health',
  course_unit: 'PHE 204, 4 credit units',
  course_requirements: ['STA 101', 'Admission to the second year'],
  similar_courses: ['sta-101-statistics', 'env-210-water'],
  starts_in_days: -35,
  ends_in_days: 70,
  approve_student_on_payment: false,
  hide_content_titles_from_unapproved: true,
  popularity: 0.38,
  lessons: [
    {
      title: 'Describing an outbreak',
      contents: [
        text('Person, place and time'),
        audio('Office hours: the pump in Broad Street', 'meridian-broad-street.mp3'),
        text('Incidence and prevalence'),
      ],
    },
    {
      title: 'Measuring and deciding',
      contents: [
        text('Two by two: risk and odds'),
        text('Screening: when a good test is wrong', { locked: true }),
      ],
    },
  ],
}
