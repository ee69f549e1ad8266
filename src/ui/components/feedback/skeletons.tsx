import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Announces loading once; the grey shapes themselves are hidden from screen readers. */
function Waiting({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <div role="status" aria-label={t('loading')} data-arriving="">
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** For a part of a page that shows nothing until it has loaded: what is below it waits, and then stays in its place. */
export const PendingPart = () => <span data-arriving="" hidden />

export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Waiting>
      <Stack gap="md">
        {many(rows).map((row) => (
          <Group key={row} wrap="nowrap" gap="md">
            <Skeleton circle height={40} />
            <Stack gap={8} flex={1}>
              <Skeleton height={14} width={`${55 + ((row * 13) % 30)}%`} />
              <Skeleton height={12} width={`${30 + ((row * 17) % 25)}%`} />
            </Stack>
          </Group>
        ))}
      </Stack>
    </Waiting>
  )
}

export function CardSkeleton({ cards = 3 }: { cards?: number }) {
  return (
    <Waiting>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {many(cards).map((card) => (
          <Stack key={card} gap="sm">
            <Skeleton height={160} radius="lg" />
            <Skeleton height={16} width="80%" />
            <Skeleton height={12} width="55%" />
          </Stack>
        ))}
      </SimpleGrid>
    </Waiting>
  )
}

export function TextSkeleton({ lines = 5 }: { lines?: number }) {
  return (
    <Waiting>
      <Stack gap={10}>
        {many(lines).map((line) => (
          <Skeleton
            key={line}
            height={14}
            width={line === lines - 1 ? '60%' : `${88 + ((line * 7) % 12)}%`}
          />
        ))}
      </Stack>
    </Waiting>
  )
}

export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <Waiting>
      <Stack gap="lg">
        {many(fields).map((field) => (
          <Stack key={field} gap={8}>
            <Skeleton height={14} width={140} />
            <Skeleton height={42} />
          </Stack>
        ))}
      </Stack>
    </Waiting>
  )
}
