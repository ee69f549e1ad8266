import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { usePageBrand } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { isTextInput } from '../formatting/is-text-input.ts'
import classes from './page-heading.module.css'

interface Props {
  title: string
  /** One line below the title. */
  text?: ReactNode
  actions?: ReactNode
  crumbs?: readonly { label: string; to: string }[]
  /**
   * Identifies the page content when addresses below the same path show different content, such as another topic.
   */
  section?: string | undefined
  /** For pages with a visually hidden title, such as the player. */
  hidden?: boolean
  /** The title is a preliminary one, and may take more lines later. */
  isLoading?: boolean
}

/** React does not touch the content of such an element. */
const writtenByScript = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

interface EarlyProps {
  /** Slot names under which a small script finds the title and the line below it. */
  title: string
  text: string
  actions?: ReactNode
}

/** The same heading, empty, for a script that fills it before the app loads; see `ui/small-scripts`. */
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

/** The history entry of the document that was loaded. The router names each entry before the app starts. */
const loadedKey = typeof window === 'undefined' ? null : (history.state as { key?: string } | null)?.key

/** Whether the user works with this element: types in it, or moved the focus to it before the app had started. */
const ownsFocus = (element: Element | null, key: string) =>
  isTextInput(element) || (key === loadedKey && element !== null && element !== document.body)

/** The main heading of a screen: sets the document title and takes the focus when its page opens. */
export function PageHeading({
  title,
  text,
  actions,
  crumbs,
  section,
  hidden = false,
  isLoading = false,
}: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const { name: site } = usePageBrand()
  useEffect(() => {
    if (!ownsFocus(document.activeElement, key)) heading.current?.focus({ preventScroll: true })
    // A changed filter or tab in the address is the same page.
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
              renderRoot={(props: object) => <Link to={crumb.to} prefetch="intent" {...props} />}
            >
              {crumb.label}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" gap="md">
        <div className={classes.words}>
          <Title
            order={1}
            ref={heading}
            tabIndex={-1}
            className={classes.title ?? ''}
            {...(isLoading && { 'data-arriving': '' })}
          >
            <bdi>{title}</bdi>
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
