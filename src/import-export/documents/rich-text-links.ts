const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const imageUrlPattern = new RegExp(`(?<=src=")/media/public/(${uuid})(?=")`, 'g')
const topicLink = new RegExp(`(?<=href=")/learn/(${uuid})(?:\\?topic=(${uuid}))?(?=")`, 'g')
const localPicture = /(?<=src=")media:([A-Za-z0-9_-]{1,40})(?=")/g
const localTopic = /(?<=href=")course:([A-Za-z0-9_-]{1,40})?(?=")/g

/** Upload ids of the school's images in a rich text. */
export const imagesIn = (html: string) => Array.from(html.matchAll(imageUrlPattern), ([, id]) => id!)

interface Names {
  /** Course of the named contents. */
  course_id: string
  contents: ReadonlyMap<string, string>
  media: ReadonlyMap<string, string>
}

/** Replaces the addresses of images and contents of the same course by local names. */
export function toLocalNames(html: string, { course_id, contents, media }: Names) {
  return html
    .replace(imageUrlPattern, (match, id: string) => (media.has(id) ? `media:${media.get(id)}` : match))
    .replace(topicLink, (match, course: string, topic?: string) => {
      if (course !== course_id) return match
      return `course:${topic === undefined ? '' : (contents.get(topic) ?? '')}`
    })
}

/** Replaces local names by addresses of the new course. Images without a file are removed. */
export function toSchoolUrls(html: string, { course_id, contents, media }: Names) {
  return html
    .replace(localPicture, (_whole, name: string) =>
      media.has(name) ? `/media/public/${media.get(name)}` : '',
    )
    .replace(localTopic, (_whole, name?: string) => {
      const topic = name === undefined ? undefined : contents.get(name)
      return `/learn/${course_id}${topic === undefined ? '' : `?topic=${topic}`}`
    })
}
