import { showErrorPage } from './show-error-page.ts'

/** The only script of the document that the server sends for a failed page. */
showErrorPage()
