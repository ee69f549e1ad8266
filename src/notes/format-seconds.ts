/** Formats a second of a video: `1:05`, `1:02:05`. */
export function formatSeconds(seconds: number) {
  const wholeSeconds = Math.floor(seconds)
  const parts = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':')
}
