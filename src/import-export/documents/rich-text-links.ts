const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const fileUrlPattern = new RegExp(
  `(?:(?<=src=")/media/public/|(?<=(?:src|href)=")/media/private/)(${uuid})(?=")`,
  'g',
)
const topicLink = new RegExp(`(?<=href=")/learn/(${uuid})(?:\\?topic=(${uuid}))?(?=")`, 'g')
const localFile = /(?<=(?:src|href)=")(media|file):([A-Za-z0-9_-]{1,40})(?=")/g
const localTopic = /(?<=href=")course:([A-Za-z0-9_-]{1,40})?(?=")/g

/** Upload ids of the school's images and files in a text. */
export const filesIn = (html: string) => Array.from(html.matchAll(fileUrlPattern), ([, id]) => id!)

interface Names {
  /** Course of the named contents. */
  course_id: string
  contents: ReadonlyMap<string, string>
  media: ReadonlyMap<string, string>
}

/** Replaces the addresses of images, files and contents of the same course by local names. */
export function toLocalNames(html: string, { course_id, contents, media }: Names) {
  return html
    .replace(fileUrlPattern, (match, id: string) => {
      const kind = match.startsWith('/media/public/') ? 'media' : 'file'
      return media.has(id) ? `${kind}:${media.get(id)}` : match
    })
    .replace(topicLink, (match, course: string, topic?: string) => {
      if (course !== course_id) return match
      return `course:${topic === undefined ? '' : (contents.get(topic) ?? '')}`
    })
}

/** Replaces local names by addresses of the new course. Images and files that are missing lose their address. */
export function toSchoolUrls(html: string, { course_id, contents, media }: Names) {
  return html
    .replace(localFile, (_whole, kind: string, name: string) =>
      media.has(name) ? `/media/${kind === 'media' ? 'public' : 'private'}/${media.get(name)}` : '',
    )
    .replace(localTopic, (_whole, name?: string) => {
      const topic = name === undefined ? undefined : contents.get(name)
      return `/learn/${course_id}${topic === undefined ? '' : `?topic=${topic}`}`
    })
}
