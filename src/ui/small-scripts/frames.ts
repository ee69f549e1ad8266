/**
 * Opens links with `data-frame` in an iframe on the page when clicked. Until then no external server gets a
 * request.
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
