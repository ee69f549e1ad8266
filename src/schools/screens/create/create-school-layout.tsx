import { Anchor, Loader, Stack, Text, Title } from '@mantine/core'
import { IconBook2, IconPalette, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePageBrand } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './create-school.module.css'

interface PageProps {
  title: string
  text: string
  count?: string | undefined
  busy?: boolean
  children?: ReactNode
}

/** Layout of the steps: benefits on one side, form on the other. */
export function CreateSchoolLayout({ title, text, count, busy, children }: PageProps) {
  const { t } = useTranslation('schools')
  const { name, logo_url } = usePageBrand()
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    // Announces the next step to screen readers by focusing its heading.
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [title])
  return (
    <div className={classes.page}>
      <title>{`${title} · ${name}`}</title>
      <meta name="description" content={t('create.text')} />
      <aside className={classes.promise}>
        <a href="/" className={classes.brand}>
          {logo_url && <img src={logo_url} alt="" width="32" height="32" />}
          {name}
        </a>
        <Promises />
      </aside>
      <main className={classes.main}>
        <div className={classes.form}>
          <Stack gap={4} mb="xl" role={busy ? 'status' : undefined}>
            {count && (
              <Text size="sm" c="dimmed">
                {count}
              </Text>
            )}
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
            {busy && <Loader mt="lg" aria-hidden />}
          </Stack>
          {children}
          {!busy && (
            <Text size="sm" c="dimmed" mt="xl">
              {t('create.elsewhere')}{' '}
              <Anchor href="/find-school" underline="always">
                {t('create.find')}
              </Anchor>
            </Text>
          )}
        </div>
      </main>
    </div>
  )
}

function Promises() {
  const { t } = useTranslation('schools')
  const promises = [
    { Icon: IconWorld, title: t('create.promise.address'), text: t('create.promise.addressText') },
    { Icon: IconPalette, title: t('create.promise.colours'), text: t('create.promise.coloursText') },
    { Icon: IconBook2, title: t('create.promise.course'), text: t('create.promise.courseText') },
  ]
  return (
    <ul className={classes.promises}>
      {promises.map(({ Icon, title, text }) => (
        <li key={title}>
          <Icon size={24} aria-hidden />
          <div>
            <strong>{title}</strong>
            <span>{text}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
