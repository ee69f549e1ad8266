import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { usePageBrand } from '#tenancy/client/frame.tsx'
import { isTextInput } from '../formatting/is-text-input.ts'
import classes from './page-heading.module.css'

interface Props {
  title: string
  /** One line below the title. */
  text?: ReactNode
  actions?: ReactNode
  crumbs?: readonly { label: string; to: string }[]
  /** What the page shows, where another address below the same path shows something else, such as another topic. */
  place?: string | undefined
  /** For pages whose title a person does not need to see, such as the player. */
  hidden?: boolean
}

/** React leaves alone what it finds in such an element. */
const writtenByScript = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

interface EarlyProps {
  /** The names under which a small script finds the title and the line below it. */
  title: string
  text: string
  actions?: ReactNode
}

/** The same heading, empty, for a script that writes into it before the app is there; see `ui/small-scripts`. */
export function EarlyHeading({ title, text, actions }: EarlyProps) {
  return (
    <div className={classes.heading}>
      <Group justify="space-between" align="flex-start" gap="md">
        <div className={classes.words}>
          <Title order={1} className={classes.title ?? ''} data-early={title} {...writtenByScript} />
          <Text c="dimmed" mt={4} component="div" data-early={text} {...writtenByScript} />
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
    </div>
  )
}

/** The one heading of a screen: names the document, and takes the focus when somebody came by a link. */
export function PageHeading({ title, text, actions, crumbs, place: section, hidden = false }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const cameByLink = key !== 'default'
  const { name: site } = usePageBrand()
  useEffect(() => {
    // The first page keeps the focus where the browser put it, and nobody is interrupted who writes already.
    if (cameByLink && !isTextInput(document.activeElement)) heading.current?.focus({ preventScroll: true })
    // Another filter or tab in the address is not another page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname, section])
  return (
    <div className={hidden ? 'ly-hidden' : classes.heading}>
      <title>{`${title} · ${site}`}</title>
      {crumbs && crumbs.length > 0 && (
        <Breadcrumbs component="nav" aria-label={t('kit:nav.crumbs')} mb={4}>
          {crumbs.map((crumb) => (
            <Anchor
              key={crumb.to}
              size="sm"
              renderRoot={(props: object) => <Link to={crumb.to} {...props} />}
            >
              {crumb.label}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" gap="md">
        <div className={classes.words}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" mt={4} component="div">
              {text}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
    </div>
  )
}
