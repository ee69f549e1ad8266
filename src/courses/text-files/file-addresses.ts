const address =
  /(?<=(?:src|href)=")\/media\/private\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=")/g

/** Address of a file that does not exist, or that its author may not use. */
const missing = '00000000-0000-0000-0000-000000000000'

const hasFiles = (html: string) => html.includes('/media/private/')

/** Upload ids of the files in a sanitised text. */
export const filesInText = (html: string): string[] =>
  hasFiles(html)
    ? [...new Set(Array.from(html.matchAll(address), ([, id]) => id!))].filter((id) => id !== missing)
    : []

/** Replaces the files that are not usable, so that readers see a missing file. */
export const withUsableFiles = (html: string, usable: ReadonlySet<string>) =>
  html.replace(address, (_address, id: string) => `/media/private/${usable.has(id) ? id : missing}`)

/** Replaces the address of each file by the one that `urlOf` returns. */
export const withFileUrls = (html: string, urlOf: (upload_id: string) => string) =>
  hasFiles(html)
    ? html.replace(address, (whole, id: string) =>
        id === missing ? whole : urlOf(id).replaceAll('&', '&amp;'),
      )
    : html
