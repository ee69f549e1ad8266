/**
 * Links marked `data-frame` open in the page, in a frame of their own, and only when they are pressed: until then nobody
 * else's server hears of the reader.
 */
export function enableFrames() {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-frame]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const frame = document.createElement('iframe')
    frame.src = link.href
    frame.title = link.dataset.frame ?? ''
    frame.className = 'p-landing-frame'
    frame.allow = 'fullscreen; picture-in-picture; encrypted-media; autoplay'
    frame.referrerPolicy = 'strict-origin-when-cross-origin'
    link.replaceWith(frame)
    frame.focus()
  })
}
