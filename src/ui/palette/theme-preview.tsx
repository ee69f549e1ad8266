import type { CSSProperties } from 'react'
import { deriveThemeTokens, type Palette } from '#lib/theme/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './theme-preview.module.css'

interface Props {
  palette: Palette
  scheme: 'light' | 'dark'
  name: string
}

/** Miniatures of home page, player and certificate in the given colours, without function. */
export function ThemePreview({ palette, scheme, name }: Props) {
  const { t } = useTranslation('palette')
  const tokens = deriveThemeTokens(palette)[scheme]
  const style = Object.fromEntries(Object.entries(tokens).map(([key, color]) => [`--ly-${key}`, color]))
  return (
    <div
      className={classes.stage}
      style={style as CSSProperties}
      role="img"
      aria-label={t('previewOf', { name })}
    >
      <div aria-hidden="true" className={classes.home}>
        <div className={classes.bar}>
          <b>{name}</b>
          <i>{t('sample.login')}</i>
        </div>
        <div className={classes.hero}>
          <strong>{t('sample.headline')}</strong>
          <p>{t('sample.text')}</p>
          <span className={classes.button}>{t('sample.button')}</span>
          <span className={classes.link}>{t('sample.link')}</span>
        </div>
        <div className={classes.cards}>
          {[1, 2, 3].map((card) => (
            <div key={card}>
              <u data-tone={card} />
              <b>{t('sample.course')}</b>
              <small>{t('sample.lessons')}</small>
            </div>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className={classes.player}>
        <ul>
          <li data-done>{t('sample.lesson', { number: 1 })}</li>
          <li data-current>{t('sample.lesson', { number: 2 })}</li>
          <li>{t('sample.lesson', { number: 3 })}</li>
        </ul>
        <div>
          <div className={classes.video}>▶</div>
          <div className={classes.progress}>
            <span />
          </div>
        </div>
      </div>
      <div aria-hidden="true" className={classes.certificate}>
        <small>{t('sample.certificate')}</small>
        <strong>{t('sample.student')}</strong>
        <span>{name}</span>
      </div>
    </div>
  )
}
