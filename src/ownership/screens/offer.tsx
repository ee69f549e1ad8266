import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useSearchParams, type RouterContextProvider } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useFrame, useSession } from '#tenancy/client/frame.tsx'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { OfferPage } from './offer-page.tsx'

export const handle: ScreenHandle = { namespaces: ['ownership'] }

type Offer = ApiReply<typeof contract.getOffer>

interface LoaderArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** The offers of the link; null if it is not valid. */
export async function loader({ context, request }: LoaderArgs): Promise<Offer | null> {
  if (context.get(pageRequestContext).frame.host.kind !== 'root') throwNotFound()
  const token = new URL(request.url).searchParams.get('token')
  return token ? apiOf(context)(contract.getOffer, { token }).catch(() => null) : null
}

/** Page of a mailed offer: details, and acceptance with an existing or new account. */
export default function OfferScreen({ loaderData: offer }: { loaderData: Offer | null }) {
  const { t } = useTranslation('ownership')
  const session = useSession()
  const { brand } = useFrame()
  if (!offer)
    return (
      <OfferPage title={t('offer.brokenTitle')} brand={brand.name}>
        <Alert color="warning" icon={<IconLinkOff aria-hidden />}>
          {t('errors.offer_invalid')}
        </Alert>
        <LinkButton to="/account" variant="default" mt="lg">
          {t('offer.toAccount')}
        </LinkButton>
      </OfferPage>
    )
  const { kind, from_name: from, schools } = offer
  return (
    <OfferPage title={t(`offer.title_${kind}`)} brand={brand.name}>
      <Stack>
        <Text>
          {kind === 'transfer'
            ? t('offer.text_transfer', { from })
            : t('offer.text_co_owner', { from, count: schools.length })}
        </Text>
        <List spacing="xs">
          {schools.map(({ school_id, name, url }) => (
            <List.Item key={school_id} style={{ overflowWrap: 'anywhere' }}>
              {name} · <Anchor href={url}>{new URL(url).host}</Anchor>
            </List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('offer.for', { email: offer.email })} {t('offer.until')}{' '}
          <Time at={offer.expires_at} style="date" />.
        </Text>
        {session ? <Accept email={session.details?.email ?? ''} /> : <Arrive />}
      </Stack>
    </OfferPage>
  )
}

function useBackHere() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const redirect = `/ownership-offer?${new URLSearchParams({ token })}`
  return { token, back: new URLSearchParams({ redirect }) }
}

function Arrive() {
  const { t } = useTranslation('ownership')
  const { back } = useBackHere()
  return (
    <>
      <Text>{t('offer.need')}</Text>
      <LinkButton to={`/login?${back}`} fullWidth>
        {t('offer.login')}
      </LinkButton>
      <LinkButton to={`/register?${back}`} variant="default" fullWidth>
        {t('offer.register')}
      </LinkButton>
    </>
  )
}

function Accept({ email }: { email: string }) {
  const { t } = useTranslation('ownership')
  const { token, back } = useBackHere()
  const form = useApiForm({
    contract: contract.acceptOffer,
    initialValues: {},
    input: () => ({ token }),
    onDone: () => location.assign('/account'),
  })
  const loginAsAnother = () => {
    localStorage.clear()
    location.assign(`/login?${back}`)
  }
  const isAnothers = form.failure?.code === 'offer_for_other_account'
  return (
    <Form form={form} label={t('offer.accept')}>
      <FormSummary form={form} />
      {email && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('offer.as', { email })}
        </Text>
      )}
      <SubmitButton form={form} fullWidth>
        {t('offer.accept')}
      </SubmitButton>
      {isAnothers && (
        <Button variant="default" fullWidth onClick={loginAsAnother}>
          {t('offer.login')}
        </Button>
      )}
    </Form>
  )
}
