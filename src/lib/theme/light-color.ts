/** A colour of the light scheme in CSS of `themeCss`, such as `#ffffff`; white if the CSS has no such variable. */
export function lightColor(theme_css: string, name: string): string {
  const start = theme_css.indexOf(`--ly-${name}:#`)
  const value = start === -1 ? '' : theme_css.slice(start + `--ly-${name}:`.length).split(/[;}]/, 1)[0]
  return value || '#ffffff'
}
