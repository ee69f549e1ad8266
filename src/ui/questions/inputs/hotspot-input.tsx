import { Text } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CheckboxList, RadioList } from './choice-inputs.tsx'
import { HotspotPoints } from './hotspot-points.tsx'
import { MarkedImage } from './marked-image.tsx'
import type { AnswerInputProps } from '../question-props.ts'

/** Regions of an image, or free points in it. */
export function HotspotInput(props: AnswerInputProps<'hotspot'>) {
  return props.body.mode === 'points' ? <HotspotPoints {...props} /> : <HotspotRegions {...props} />
}

function HotspotRegions({ body, answer, onChange, isReadOnly, textId, files }: AnswerInputProps<'hotspot'>) {
  const selected = answer?.selected ?? []
  const change = (next: string[]) => onChange({ type: 'hotspot', selected: next, points: [] })
  const isSingle = body.max_choices === 1
  const toggle = (id: string) => {
    if (isSingle) return change([id])
    const rest = selected.filter((one) => one !== id)
    if (rest.length < selected.length) change(rest)
    else if (rest.length < body.max_choices) change([...rest, id])
  }
  return (
    <div>
      <MarkedImage
        src={files.urlOf(body.image_id)}
        alt={body.image_alt}
        regions={body.regions.map(({ id, shape }) => ({
          id,
          shape,
          state: selected.includes(id) ? 'chosen' : 'open',
          ...(!isReadOnly && { onClick: () => toggle(id) }),
        }))}
      />
      <RegionList {...{ body, selected, onChange: change, isReadOnly, textId }} />
    </div>
  )
}

type Props = AnswerInputProps<'hotspot'>

interface RegionListProps extends Pick<Props, 'body' | 'isReadOnly' | 'textId'> {
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

/** The regions by name, for everybody who does not click into the image. */
function RegionList({ body, selected, onChange, isReadOnly, textId }: RegionListProps) {
  const { t } = useTranslation('questions')
  const options = body.regions.map(({ id, name }) => ({ value: id, label: <span dir="auto">{name}</span> }))
  if (body.max_choices === 1)
    return (
      <RadioList
        labelledBy={textId}
        options={options}
        value={selected[0] ?? null}
        onChange={(id) => onChange([id])}
        isReadOnly={isReadOnly}
      />
    )
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('chooseAtMost', { max: body.max_choices })}
      </Text>
      <CheckboxList {...{ options, selected, onChange, isReadOnly }} max={body.max_choices} />
    </>
  )
}
