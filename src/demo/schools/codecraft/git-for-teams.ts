import { text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const gitForTeams: DemoCourse = {
  slug: 'git-for-teams',
  course_code: 'TEAM-10',
  category: 'web-development',
  teacher: 'efe.oghenekaro',
  course_name: 'Git for teams',
  short_description:
    'Two evenings for those who join a client project: branches, pull requests, kind reviews.',
  price: 0,
  cover: 'codecraft-git-for-teams.webp',
  is_hidden: true,
  hide_related_courses: true,
  layout_type: 'compact',
  compact_layout_content_background: '#eef6f1',
  course_unit: '2 evenings',
  course_requirements: ['You are part of a client project', 'Git is installed on your computer'],
  popularity: 0.2,
  lessons: [
    {
      title: 'Alone',
      contents: [text('The four places of a change')],
    },
    { title: 'Together', contents: [text('Branches and pull requests'), text('Reviewing with kindness')] },
  ],
}
