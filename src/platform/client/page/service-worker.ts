/** Lets the browser keep the page that says that the line is down. What it cannot keep, it does without. */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/worker.js').catch(() => null)
  // After everything that the visitor came for.
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
