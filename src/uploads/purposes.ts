import type { Static } from 'typebox'
import type { UploadPurpose as PurposeSchema } from './contract.ts'

export type UploadPurpose = Static<typeof PurposeSchema>
export type FileFamily = 'image' | 'video' | 'audio' | 'document' | 'caption' | 'archive' | 'table' | 'proof'

const megabyte = 1_000_000
const gigabyte = 1_000 * megabyte

interface Rule {
  family: FileFamily
  /** Bytes. */
  maxBytes: number
  allowedFor: 'user' | 'staff' | 'admin'
  /** Readable by anybody with the address: images encoded by the server, and trailers of courses. */
  is_public: boolean
  /** Maximum length of the longer side in pixels. */
  longest_side?: number
  /** Whether a job encodes it in several sizes for `srcset`. */
  has_sizes?: boolean
  /** Whether a job draws the icons of an installed school from it. */
  has_icons?: boolean
}

export const uploadRules: Record<UploadPurpose, Rule> = {
  school_logo: {
    family: 'image',
    maxBytes: 10 * megabyte,
    allowedFor: 'admin',
    is_public: true,
    longest_side: 1024,
    has_icons: true,
  },
  course_image: {
    family: 'image',
    maxBytes: 20 * megabyte,
    allowedFor: 'staff',
    is_public: true,
    longest_side: 2400,
    has_sizes: true,
  },
  /** An image within the text of a lesson, for those who may read the lesson. */
  lesson_image: {
    family: 'image',
    maxBytes: 20 * megabyte,
    allowedFor: 'staff',
    is_public: false,
    longest_side: 2000,
  },
  avatar: {
    family: 'image',
    maxBytes: 10 * megabyte,
    allowedFor: 'user',
    is_public: true,
    longest_side: 640,
  },
  course_video: { family: 'video', maxBytes: 4 * gigabyte, allowedFor: 'staff', is_public: false },
  course_ads_video: { family: 'video', maxBytes: gigabyte, allowedFor: 'staff', is_public: true },
  course_audio: { family: 'audio', maxBytes: 500 * megabyte, allowedFor: 'staff', is_public: false },
  course_file: { family: 'document', maxBytes: 500 * megabyte, allowedFor: 'staff', is_public: false },
  course_caption: { family: 'caption', maxBytes: 5 * megabyte, allowedFor: 'staff', is_public: false },
  course_archive: { family: 'archive', maxBytes: 10 * gigabyte, allowedFor: 'staff', is_public: false },
  /** The proof of a bank transfer: a photo, a screenshot or a PDF. For its buyer and the staff who check it. */
  payment_proof: {
    family: 'proof',
    maxBytes: 10 * megabyte,
    allowedFor: 'user',
    is_public: false,
    longest_side: 2400,
  },
  /** A list of students, deleted after a job has read it. */
  student_list: { family: 'table', maxBytes: 5 * megabyte, allowedFor: 'admin', is_public: false },
  /** Written by jobs: data of one person, or of the whole school. */
  data_archive: { family: 'archive', maxBytes: 50 * gigabyte, allowedFor: 'admin', is_public: false },
}

/** Maximum bytes stored by one student, one member of staff and one school. */
export const storageQuotas = { student: 100 * megabyte, staff: 100 * gigabyte, school: 200 * gigabyte }
