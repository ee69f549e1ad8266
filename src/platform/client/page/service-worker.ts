/** Registers the service worker of the offline page. Failures are ignored. */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/worker.js').catch(() => null)
  // Registered after the page has loaded.
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
