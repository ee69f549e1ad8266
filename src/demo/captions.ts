import { existsSync, readFileSync } from 'node:fs'
import type { InsertObject } from 'kysely'
import { parseCues } from '#courses/index.ts'
import { json } from '#platform/database/database.server.ts'
import type { DB } from '#platform/database/database-types.ts'
import { contentId } from './rows/course-rows.ts'
import { demoId } from './ids.ts'
import { personId } from './rows/people-rows.ts'
import type { DemoSchool, MediaFile } from './types.ts'

const folder = new URL('./media/', import.meta.url)
const labels = { en: 'English', fr: 'Français' }

/** Captions file of a video; null if there is none. */
export function captionsFileFor(video: MediaFile): MediaFile | null {
  const file = video.replace(/\.mp4$/, '.vtt')
  return file !== video && existsSync(new URL(file, folder)) ? file : null
}

interface Facts {
  school: DemoSchool
  school_id: string
  /** Ids of uploads by file name. */
  media: ReadonlyMap<MediaFile, string>
  now: Date
}

/** Captions of a school's videos, in their spoken language. */
export function captionRows({
  school,
  school_id,
  media,
  now,
}: Facts): InsertObject<DB, 'content_captions'>[] {
  return school.courses.flatMap((course) =>
    course.lessons
      .flatMap((lesson) => lesson.contents)
      .flatMap((content) => {
        const file = 'media' in content ? captionsFileFor(content.media) : null
        if (file === null) return []
        const cues = parseCues(readFileSync(new URL(file, folder), 'utf8'))
        return [
          {
            school_id,
            id: demoId(school.school_url, 'captions', course.slug, content.title),
            content_id: contentId(school, course, content.title),
            upload_id: media.get(file)!,
            language: school.language,
            label: labels[school.language],
            cues: json(cues),
            cues_count: cues.length,
            created_by: personId(school, course.teacher),
            created_at: now,
          },
        ]
      }),
  )
}
