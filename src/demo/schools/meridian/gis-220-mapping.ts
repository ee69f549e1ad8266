import type { DemoCourse } from '../../types.ts'

export const mapping: DemoCourse = {
  slug: 'gis-220-mapping',
  course_code: 'GIS-220',
  category: 'environment',
  teacher: 'kiprotich.langat',
  course_name: 'GIS 220 Mapping with GIS',
  short_description: 'From satellite image to printed sheet, with free software. Opens next semester.',
  price: 890_000,
  cover: 'meridian-gis-220-mapping.webp',
  is_coming_soon: true,
  course_department: 'Environmental Science',
  course_unit: 'GIS 220, 3 credit units',
  course_requirements: ['CSC 112 or ENV 210'],
  starts_in_days: 51,
  popularity: 0,
  lessons: [],
}
