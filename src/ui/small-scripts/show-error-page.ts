import { errorPageTexts } from '#tenancy/client/early-texts.ts'

/** Replaces the page with the fallback error page where the app cannot render it: same texts and buttons. */
export function showErrorPage() {
  const t = errorPageTexts()
  const page = element('main', 'ly-status')
  const heading = element('h1', '', t('error-page:title'))
  heading.tabIndex = -1
  const actions = element('p', 'ly-status-actions')
  const retry = button('ly-status-button', t('error-page:retry'), () => location.reload())
  const home = button('ly-status-link', t('error-page:home'), () => location.assign('/'))
  actions.append(retry, home)
  page.append(heading, element('p', '', t('error-page:text')), actions)
  document.title = t('error-page:title')
  document.body.replaceChildren(page)
  heading.focus()
}

function element(name: string, className: string, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

function button(className: string, text: string, press: () => void) {
  const made = element('button', className, text)
  made.addEventListener('click', press)
  return made
}
