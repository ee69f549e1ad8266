import { Group, Stack } from '@mantine/core'
import { AppShell } from '#ui/shell/app-shell.tsx'
import { NotificationBell } from '#ui/shell/notification-bell.tsx'
import { schoolNavigation } from '#ui/shell/navigation.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import '#ui/styles/app.css'
import { DevAddress } from './dev-address.tsx'
import { DevChoices, DevFrame } from './dev-frame.tsx'
import { onlyOutsideProduction } from './only-outside-production.ts'

export const handle = { namespaces: ['kit'] }
export const middleware = [onlyOutsideProduction]

/** The frame of the app for the current user, and a link to a page that fails. */
export default function DevShellPage() {
  return (
    <DevFrame>
      <AppShell
        navigation={schoolNavigation}
        profilePath="/profile"
        tools={<NotificationBell to="/notifications" unread={12} />}
      >
        <PageHeading
          title="The shell"
          text="Header, main links by role, and the page."
          crumbs={[{ label: 'The kit', to: '/dev/ui' }]}
          actions={
            <Group>
              <LinkButton to="/dev/ui" variant="default">
                All pieces
              </LinkButton>
              <LinkButton to="/dev/ui/broken">A page that fails</LinkButton>
            </Group>
          }
        />
        <Stack gap="xl">
          <DevChoices />
          <DevAddress />
          <ListSkeleton />
        </Stack>
      </AppShell>
    </DevFrame>
  )
}
