const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const imageUrlPattern = new RegExp(`(?<=src=")/media/public/(${uuid})(?=")`, 'g')
const topicLink = new RegExp(`(?<=href=")/learn/(${uuid})(?:\\?topic=(${uuid}))?(?=")`, 'g')
const localPicture = /(?<=src=")media:([A-Za-z0-9_-]{1,40})(?=")/g
const localTopic = /(?<=href=")course:([A-Za-z0-9_-]{1,40})?(?=")/g

/** Pictures of the school that a rich text shows, by the ids of their uploads. */
export const imagesIn = (html: string) => Array.from(html.matchAll(imageUrlPattern), ([, id]) => id!)

interface Names {
  /** The course whose contents are named. */
  course_id: string
  contents: ReadonlyMap<string, string>
  media: ReadonlyMap<string, string>
}

/** A rich text as a document holds it: its pictures and its links to contents of the same course by local name. */
export function toLocalNames(html: string, { course_id, contents, media }: Names) {
  return html
    .replace(imageUrlPattern, (match, id: string) => (media.has(id) ? `media:${media.get(id)}` : match))
    .replace(topicLink, (match, course: string, topic?: string) => {
      if (course !== course_id) return match
      return `course:${topic === undefined ? '' : (contents.get(topic) ?? '')}`
    })
}

/** The same text in a course that was made, by that course's own addresses. What has none shows no picture. */
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
