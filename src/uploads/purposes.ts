import type { Static } from 'typebox'
import type { UploadPurpose as PurposeSchema } from './contract.ts'

export type UploadPurpose = Static<typeof PurposeSchema>
export type FileFamily = 'image' | 'video' | 'audio' | 'document' | 'caption' | 'archive' | 'table'

const megabyte = 1_000_000
const gigabyte = 1_000 * megabyte

interface Rule {
  family: FileFamily
  /** Bytes. */
  largest: number
  who: 'user' | 'staff' | 'admin'
  /** Readable by anybody with the address: images encoded by the server, and trailers of courses. */
  is_public: boolean
  /** Maximum length of the longer side in pixels. */
  longest_side?: number
  /** Whether a job encodes it in several sizes for `srcset`. */
  has_sizes?: boolean
}

export const uploadRules: Record<UploadPurpose, Rule> = {
  school_logo: { family: 'image', largest: 10 * megabyte, who: 'admin', is_public: true, longest_side: 1024 },
  course_image: {
    family: 'image',
    largest: 20 * megabyte,
    who: 'staff',
    is_public: true,
    longest_side: 2400,
    has_sizes: true,
  },
  avatar: {
    family: 'image',
    largest: 10 * megabyte,
    who: 'user',
    is_public: true,
    longest_side: 640,
  },
  course_video: { family: 'video', largest: 4 * gigabyte, who: 'staff', is_public: false },
  course_ads_video: { family: 'video', largest: gigabyte, who: 'staff', is_public: true },
  course_audio: { family: 'audio', largest: 500 * megabyte, who: 'staff', is_public: false },
  course_file: { family: 'document', largest: 500 * megabyte, who: 'staff', is_public: false },
  course_caption: { family: 'caption', largest: 5 * megabyte, who: 'staff', is_public: false },
  course_archive: { family: 'archive', largest: 10 * gigabyte, who: 'staff', is_public: false },
  /** A list of students, deleted after a job has read it. */
  student_list: { family: 'table', largest: 5 * megabyte, who: 'admin', is_public: false },
  /** Written by jobs: data of one person, or of the whole school. */
  data_archive: { family: 'archive', largest: 50 * gigabyte, who: 'admin', is_public: false },
}

/** Maximum bytes stored by one student, one member of staff and one school. */
export const storageQuotas = { student: 100 * megabyte, staff: 100 * gigabyte, school: 200 * gigabyte }
