import { addCaption, publishContent, updateContent } from '#courses/contract.ts'
import { createTestUpload, createTestPdf, createTestImage, createTestZip, fileSignatures } from './files.ts'
import { type TestUser, type TestSchool } from './school-builder.ts'

/** A course with every feature. */
export async function createFullCourse(school: TestSchool, teacher: TestUser) {
  const files = await createFiles(school, teacher)
  const { image, video } = files
  const course = await insertCourse(school, teacher, image.upload_id)
  const { two, text, watched } = await createLessons(school, course.id, files)
  await addGermanCaption(school, teacher, watched.id)
  // Drafts of published contents are included.
  const showing = `<p><img src="/media/public/${image.upload_id}" alt="Laib" loading="lazy" /></p>`
  const link = `<p><a href="/learn/${course.id}?topic=${watched.id}">Film</a></p>`
  await teacher.api(updateContent, { id: text.id, title: 'Teig, neu', body: `${showing}${link}` })
  await teacher.api(updateContent, { id: watched.id, title: 'Film, neu' })
  await teacher.api(publishContent, { id: watched.id, audience: 'new_students' })
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('courses')
      .set({ end_of_course_content_id: text.id })
      .where('school_id', '=', school_id)
      .where('id', '=', course.id)
      .execute(),
  )
  return { course, two, video }
}

async function createFiles({ host }: TestSchool, teacher: TestUser) {
  const image = await createTestUpload(teacher, await createTestImage({ width: 90 }), {
    host,
    purpose: 'course_image',
    file_name: 'Bäcker.png',
  })
  const video = await createTestUpload(teacher, fileSignatures.mp4, {
    host,
    purpose: 'course_video',
    file_name: 'Film.mp4',
  })
  const pdf = await createTestUpload(teacher, createTestPdf(), {
    host,
    purpose: 'course_file',
    file_name: '../../Rezept "1".pdf',
  })
  const zip = await createTestUpload(teacher, createTestZip({ '../evil.txt': 'x' }), {
    host,
    purpose: 'course_file',
    file_name: 'nested.zip',
  })
  return { image, video, pdf, zip }
}

const insertCourse = (school: TestSchool, teacher: TestUser, image_id: string) =>
  school.course({
    created_by: teacher.id,
    course_name: 'Brot backen — خبز',
    short_description: 'Ein Laib',
    course_description: `<p>Mehl &amp; Wasser</p><p><img src="/media/public/${image_id}" alt="Laib" loading="lazy" /></p>`,
    price: 1_500,
    is_coming_soon: true,
    course_requirements: JSON.stringify(['Ofen']),
    course_questions: JSON.stringify([{ question: 'For whom?', answer: 'Beginners.' }]),
    course_reviews: JSON.stringify([{ name: 'Ada', rating: 5, review: 'Gut' }]),
    course_start_date: new Date('2027-01-04T08:00:00Z'),
    allow_early_access: true,
    course_end_date: new Date('2027-02-04T08:00:00Z'),
    enable_tiering: true,
    tiering_maximum: 2,
    tiering_prices: JSON.stringify([100, 200]),
    layout_type: 'compact',
    compact_layout_content_background: '#112233',
    student_access_limit_after_approval: 30,
    affiliates_percentage_off: 12.5,
    course_calendly_link: 'https://calendly.com/ada/first',
    course_ads_video: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    banner_image: image_id,
  })

/** A lesson with a content of each kind, and an empty one. */
async function createLessons(
  school: TestSchool,
  course_id: string,
  { video, pdf, zip }: Awaited<ReturnType<typeof createFiles>>,
) {
  const one = await school.lesson({ course_id, title: 'Teig', lowest_tier: 2 })
  const two = await school.lesson({ course_id, title: 'Leer', position: 1 })
  const at = { course_id, lesson_id: one.id }
  const text = await school.content({
    ...at,
    title: 'Kneten',
    body: `<p>Zehn Minuten.</p><p><a href="/learn/${course_id}">Zurück</a></p>`,
  })
  const watched = await school.content({
    ...at,
    position: 1,
    title: 'Film',
    type: 'video',
    upload_id: video.upload_id,
    duration_seconds: 90,
    completion_rule: 'watched',
    completion_percentage: 80,
  })
  await school.content({
    ...at,
    position: 2,
    title: 'Rezept',
    type: 'file',
    upload_id: pdf.upload_id,
    opens_after_content_id: text.id,
    is_published: false,
  })
  await school.content({
    ...at,
    position: 3,
    title: 'Archiv',
    type: 'file',
    upload_id: zip.upload_id,
    opens_at: new Date('2027-01-11T08:00:00Z'),
  })
  await school.content({
    ...at,
    position: 4,
    title: 'Karte',
    type: 'embed',
    embed_url: 'https://player.vimeo.com/video/76979871?dnt=1',
    opens_after_days: 3,
    is_optional: true,
    is_free_preview: true,
  })
  return { two, text, watched }
}

async function addGermanCaption({ host }: TestSchool, teacher: TestUser, content_id: string) {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nZehn Minuten kneten\n'
  const words = await createTestUpload(teacher, Buffer.from(vtt), {
    host,
    purpose: 'course_caption',
    file_name: 'de.vtt',
    content_type: 'text/vtt',
  })
  await teacher.api(addCaption, {
    id: content_id,
    upload_id: words.upload_id,
    language: 'de',
    label: 'Deutsch',
  })
}
