interface Provider {
  name: string
  /** Host names without `www.` and `m.`. */
  hosts: string[]
  origins: string[]
  ratio: number | null
  /** Builds the embed address from validated parts only; nothing of the pasted address is copied unchecked. */
  embed: (url: URL, path: string[], host: string) => string | null
}

const wide = 16 / 9
const is = (form: RegExp, value: string | null | undefined): value is string =>
  value != null && form.test(value)

/** Converts `90`, `90s`, `1m30s` or `1h2m3s` to seconds. */
function secondsIn(time: string | null) {
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '')
  if (!parts) return 0
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return hours * 3600 + minutes * 60 + seconds
}

const youtubeId = /^[\w-]{11}$/
const youtubeList = /^[\w-]{12,64}$/

const youtube: Provider = {
  name: 'YouTube',
  hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'music.youtube.com'],
  origins: ['https://www.youtube-nocookie.com'],
  ratio: wide,
  embed({ searchParams: query }, path, host) {
    const named = ['shorts', 'live', 'embed', 'v'].includes(path[0] ?? '') ? path[1] : undefined
    const id = host === 'youtu.be' ? path[0] : (named ?? query.get('v'))
    const list = query.get('list')
    const base = 'https://www.youtube-nocookie.com/embed/'
    if (is(youtubeId, id) && id !== 'videoseries') {
      const start = secondsIn(query.get('t') ?? query.get('start'))
      return `${base}${id}${start ? `?start=${start}` : ''}`
    }
    return is(youtubeList, list) ? `${base}videoseries?list=${list}` : null
  },
}

const vimeo: Provider = {
  name: 'Vimeo',
  hosts: ['vimeo.com', 'player.vimeo.com'],
  origins: ['https://player.vimeo.com'],
  ratio: wide,
  embed({ searchParams }, path) {
    const at = path.findIndex((part) => /^\d{5,12}$/.test(part))
    if (at === -1) return null
    const secret = searchParams.get('h') ?? path[at + 1]
    return `https://player.vimeo.com/video/${path[at]}?dnt=1${is(/^[0-9a-f]{6,20}$/, secret) ? `&h=${secret}` : ''}`
  },
}

const loom: Provider = {
  name: 'Loom',
  hosts: ['loom.com'],
  origins: ['https://www.loom.com'],
  ratio: wide,
  embed(_url, [kind = '', slug = '']) {
    // A share address may contain the title before the id.
    const id = /[0-9a-f]{32}$/.exec(slug)?.[0]
    return id && (kind === 'share' || kind === 'embed') ? `https://www.loom.com/embed/${id}` : null
  },
}

const googleId = /^[\w-]{20,100}$/
const endings: Record<string, { own: string; published: string }> = {
  document: { own: 'preview', published: 'pub?embedded=true' },
  presentation: { own: 'embed', published: 'embed' },
  spreadsheets: { own: 'preview', published: 'pubhtml?widget=true&headers=false' },
  forms: { own: 'viewform?embedded=true', published: 'viewform?embedded=true' },
}

const googleDocs: Provider = {
  name: 'Google Docs',
  hosts: ['docs.google.com'],
  origins: ['https://docs.google.com'],
  ratio: 4 / 3,
  embed(_url, path) {
    // The number of a Google account may come first: /u/0/document/…
    const [kind = '', d, ...rest] = path[0] === 'u' ? path.slice(2) : path
    const ending = Object.hasOwn(endings, kind) ? endings[kind] : undefined
    if (!ending || d !== 'd') return null
    const published = rest[0] === 'e'
    const id = published ? rest[1] : rest[0]
    if (!is(googleId, id)) return null
    const position = `https://docs.google.com/${kind}/d/`
    return published ? `${position}e/${id}/${ending.published}` : `${position}${id}/${ending.own}`
  },
}

const googleDrive: Provider = {
  name: 'Google Drive',
  hosts: ['drive.google.com'],
  origins: ['https://drive.google.com'],
  ratio: 4 / 3,
  embed({ searchParams }, path) {
    const id =
      path[0] === 'file' && path[1] === 'd' ? path[2] : path[0] === 'open' ? searchParams.get('id') : null
    return is(googleId, id) ? `https://drive.google.com/file/d/${id}/preview` : null
  },
}

const codepen: Provider = {
  name: 'CodePen',
  hosts: ['codepen.io'],
  origins: ['https://codepen.io'],
  ratio: wide,
  embed(_url, [user, kind = '', id]) {
    const isSupported = ['pen', 'embed', 'full', 'details'].includes(kind)
    if (!isSupported || !is(/^[\w-]{1,60}$/, user) || !is(/^[A-Za-z0-9]{5,40}$/, id)) return null
    return `https://codepen.io/${user}/embed/${id}?default-tab=result`
  },
}

const figma: Provider = {
  name: 'Figma',
  hosts: ['figma.com', 'embed.figma.com'],
  origins: ['https://embed.figma.com'],
  ratio: 4 / 3,
  embed({ searchParams }, [kind = '', key]) {
    const isSupported = ['design', 'file', 'proto', 'board', 'slides', 'deck'].includes(kind)
    if (!isSupported || !is(/^[A-Za-z0-9]{15,40}$/, key)) return null
    const node = searchParams.get('node-id')
    const position = `https://embed.figma.com/${kind === 'file' ? 'design' : kind}/${key}?embed-host=share`
    return is(/^\d{1,9}[-:]\d{1,9}$/, node) ? `${position}&node-id=${node.replace(':', '-')}` : position
  },
}

const soundcloud: Provider = {
  name: 'SoundCloud',
  hosts: ['soundcloud.com', 'w.soundcloud.com'],
  origins: ['https://w.soundcloud.com'],
  ratio: null,
  embed({ searchParams }, path, host) {
    if (host === 'w.soundcloud.com') {
      const inner = searchParams.get('url') ?? ''
      if (!URL.canParse(inner) || new URL(inner).hostname !== 'soundcloud.com') return null
      return player(new URL(inner).pathname.split('/').filter(Boolean))
    }
    return player(path)
  },
}

function player(path: string[]) {
  if (path.length < 2 || path.length > 4 || !path.every((part) => is(/^[\w-]{1,120}$/, part))) return null
  return `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${path.join('/')}`)}`
}

const spotify: Provider = {
  name: 'Spotify',
  hosts: ['open.spotify.com'],
  origins: ['https://open.spotify.com'],
  ratio: null,
  embed(_url, path) {
    const [kind = '', id] = path.filter((part) => part !== 'embed' && !part.startsWith('intl-'))
    const isSupported = ['track', 'album', 'playlist', 'episode', 'show', 'artist'].includes(kind)
    return isSupported && is(/^[A-Za-z0-9]{22}$/, id) ? `https://open.spotify.com/embed/${kind}/${id}` : null
  },
}

const calendly: Provider = {
  name: 'Calendly',
  hosts: ['calendly.com'],
  origins: ['https://calendly.com'],
  ratio: null,
  embed(_url, path) {
    const sound = path.length >= 1 && path.length <= 3 && path.every((part) => is(/^[\w-]{1,100}$/, part))
    return sound ? `https://calendly.com/${path.join('/')}` : null
  },
}

export const embedProviders = [
  youtube,
  vimeo,
  loom,
  googleDocs,
  googleDrive,
  codepen,
  figma,
  soundcloud,
  spotify,
  calendly,
]
