import { Alert, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { readSeatCode, redeemSeatCode } from '../../contract.ts'

export const handle: ScreenHandle = { namespaces: ['seats'] }

type Found = ApiReply<typeof readSeatCode>

interface Props {
  /** The page around the content. */
  Layout: (props: { title: string; children: ReactNode }) => ReactNode
}

/** Where the link of a gift or a seat leads: shows what it opens, and gives it to the person who is logged in. */
export default function Redeem({ Layout }: Props) {
  const { t } = useTranslation('seats')
  const [query] = useSearchParams()
  const code = query.get('code') ?? ''
  const isCode = /^[A-Za-z0-9_-]{20,100}$/.test(code)
  // The answer depends on who is logged in.
  const session = useSession()
  const read = useApiQuery(readSeatCode, { code }, { enabled: isCode, staleTime: session ? 0 : 1_000 })
  if (!isCode || read.error?.code === 'seat_code_unknown')
    return (
      <Layout title={t('redeem.unknown')}>
        <Stack>
          <Notice>{t('errors.seat_code_unknown')}</Notice>
          <Home />
        </Stack>
      </Layout>
    )
  const found = read.data
  return (
    <Layout title={found ? t(titleOf(found), { giver: found.giver }) : t('redeem.title')}>
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {!found && !read.error && <CardSkeleton cards={1} />}
      {found && <Content found={found} code={code} isLoggedIn={session !== null} />}
    </Layout>
  )
}

const titleOf = ({ state, is_mine, purpose }: Found) =>
  is_mine
    ? 'redeem.mine'
    : state === 'open' || state === 'owned'
      ? (`redeem.${purpose}Title` as const)
      : (`redeem.${state}` as const)

/** Text of a code that cannot be used. */
const errorOf = {
  used: 'seat_code_used',
  replaced: 'seat_code_replaced',
  void: 'seat_code_void',
  expired: 'seat_code_expired',
  full: 'seat_link_full',
  owned: 'seat_course_owned',
} as const

function Content({ found, code, isLoggedIn }: { found: Found; code: string; isLoggedIn: boolean }) {
  const { t } = useTranslation('seats')
  const { state, is_mine, course_id, course_name, tier, message, purpose } = found
  return (
    <Stack style={{ overflowWrap: 'anywhere' }}>
      <Text fw={680} size="lg">
        {course_name}
        {tier !== null && ` · ${t('redeem.tier', { tier })}`}
      </Text>
      {message && (
        <Text component="blockquote" m={0} style={{ whiteSpace: 'pre-line' }}>
          {message}
        </Text>
      )}
      {is_mine && <LinkButton to={`/learn/${course_id}`}>{t('redeem.toCourse')}</LinkButton>}
      {!is_mine && state !== 'open' && (
        <>
          <Notice>{t(`errors.${errorOf[state]}`)}</Notice>
          {state === 'owned' ? (
            <LinkButton to={`/learn/${course_id}`}>{t('redeem.toCourse')}</LinkButton>
          ) : (
            <Home />
          )}
        </>
      )}
      {!is_mine && state === 'open' && (
        <>
          {purpose === 'seats' && (
            <Text size="sm" c="dimmed">
              {t('redeem.privacy')}
            </Text>
          )}
          {isLoggedIn ? <Take code={code} purpose={purpose} /> : <LogIn />}
        </>
      )}
    </Stack>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <Alert color="warning" icon={<IconInfoCircle aria-hidden />} role="status">
    {children}
  </Alert>
)

function Home() {
  const { t } = useTranslation('seats')
  return (
    <LinkButton to="/" variant="default" reloadDocument>
      {t('redeem.home')}
    </LinkButton>
  )
}

/** The person comes back after the login. */
function LogIn() {
  const { t } = useTranslation('seats')
  const [query] = useSearchParams()
  const back = new URLSearchParams({
    redirect: `/redeem?${new URLSearchParams({ code: query.get('code') ?? '' })}`,
  })
  return (
    <>
      <Text>{t('redeem.need')}</Text>
      <LinkButton to={`/register?${back}`} fullWidth>
        {t('redeem.register')}
      </LinkButton>
      <LinkButton to={`/login?${back}`} variant="default" fullWidth>
        {t('redeem.login')}
      </LinkButton>
    </>
  )
}

function Take({ code, purpose }: { code: string; purpose: Found['purpose'] }) {
  const { t } = useTranslation('seats')
  const { errorText } = useErrorText()
  const session = useSession()
  const take = useApiMutation(redeemSeatCode, { invalidates: [readSeatCode] })
  if (session?.user_type !== 'student') return <Notice>{t('redeem.studentsOnly')}</Notice>
  return (
    <>
      {take.error && (
        <Text c="error" role="alert">
          {errorText(take.error)}
        </Text>
      )}
      <Button loading={take.isPending} onClick={() => take.mutate({ code })}>
        {t(`redeem.${purpose}Button`)}
      </Button>
    </>
  )
}
