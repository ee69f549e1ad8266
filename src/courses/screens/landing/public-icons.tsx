import type { LandingCourse } from './load-landing.ts'

type ContentType = LandingCourse['lessons'][number]['contents'][number]['type']

/** One path each, because the public pages include no icon library. */
const paths: Record<ContentType, string> = {
  text: 'M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  video: 'M4 5h16v14H4zM10 9v6l5-3z',
  audio: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v6H4zM17 14h3v6h-3z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  assessment: 'm4 6 2 2 3-4M4 17l2 2 3-4M12 6h8M12 17h8',
  embed: 'm8 8-4 4 4 4M16 8l4 4-4 4M13.5 6l-3 12',
}

export const ContentIcon = ({ type }: { type: ContentType }) => <Icon path={paths[type]} />
export const LockIcon = () => <Icon path="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />

function Icon({ path }: { path: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d={path} strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
