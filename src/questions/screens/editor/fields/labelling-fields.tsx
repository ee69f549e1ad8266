import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { newPartId } from '../blank-questions.ts'
import { FigureBoard } from '../figure/figure-board.tsx'
import { middleOf } from '../figure/figures.ts'
import { ImageFields } from '../figure/image-fields.tsx'
import { ShareFields } from '../figure/share-fields.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { PartList, type TextPart } from '../parts/part-list.tsx'
import { RemoveButton } from '../parts/remove-button.tsx'
import { ScoringField } from '../parts/scoring-field.tsx'
import type { TypeFieldsProps } from '../question-draft.ts'
import { PairField, pairsWithin } from './pair-fields.tsx'
import classes from '../question-editor.module.css'

type Props = TypeFieldsProps<'labelling'>
type Spot = Props['body']['spots'][number]
const maxSpots = 30

export function LabellingFields(props: Props) {
  const { body, answers, editing } = props
  const { t } = useTranslation(['question-editor', 'questions'])
  const [selected, setSelected] = useState<string | null>(null)
  const { change, remove, add, setPairs } = useSpots(props, setSelected)
  const { spots, labels } = body
  const nameOf = (at: number) => t('questions:spot', { number: at + 1 })
  const isFull = spots.length >= maxSpots
  return (
    <Stack gap="lg">
      <ImageFields body={body} editing={editing} />
      <FigureBoard
        src={editing.images.urlOf(body.image_id)}
        alt={body.image_alt}
        items={spots.map(({ id, x, y }, at) => ({ id, name: nameOf(at), figure: { kind: 'point', x, y } }))}
        selected={selected}
        onSelect={setSelected}
        onMove={(id, figure) => change(id, middleOf(figure))}
        onDraw={isFull ? null : (figure) => add(middleOf(figure))}
        kind="point"
      />
      {spots.map((spot, at) => (
        <SpotBox
          key={spot.id}
          {...props}
          spot={spot}
          at={at}
          name={nameOf(at)}
          onSelect={() => setSelected(spot.id)}
          onChange={(point) => change(spot.id, point)}
          onRemove={() => remove(at)}
        />
      ))}
      <AddButton disabled={isFull} onClick={() => add({ x: 0.5, y: 0.5 })}>
        {t('figure.addSpot')}
      </AddButton>
      <PartList
        title={t('figure.labels')}
        hint={t('figure.labelsHint')}
        parts={labels}
        path={`${editing.bodyPath}.labels`}
        editing={editing}
        labelOf={(number) => t('figure.label', { number })}
        addLabel={t('figure.addLabel')}
        min={2}
        max={40}
        onChanged={(parts) => setPairs(spots, parts)}
      />
      <ScoringField editing={editing} scoring={answers.scoring} />
    </Stack>
  )
}

function useSpots({ body, answers, editing }: Props, select: (id: string) => void) {
  const path = `${editing.bodyPath}.spots`
  const { spots, labels } = body
  const setPairs = (from: readonly Spot[], to: readonly TextPart[]) =>
    editing.set(`${editing.keyPath}.pairs`, pairsWithin(answers.pairs, from, to))
  return {
    setPairs,
    change(id: string, { x, y }: { x: number; y: number }) {
      const next = spots.map((spot) => (spot.id === id ? { ...spot, x, y } : spot))
      editing.set(path, next)
    },
    remove(at: number) {
      const next = spots.toSpliced(at, 1)
      editing.set(path, next)
      setPairs(next, labels)
    },
    add({ x, y }: { x: number; y: number }) {
      const id = newPartId()
      editing.set(path, [...spots, { id, x, y }])
      select(id)
    },
  }
}

interface SpotProps extends Props {
  spot: Spot
  at: number
  name: string
  onSelect: () => void
  onChange: (point: { x: number; y: number }) => void
  onRemove: () => void
}

/** The right label of a numbered point, and where the point is. Focus selects it on the image. */
function SpotBox({ body, answers, editing, spot, at, name, onSelect, onChange, onRemove }: SpotProps) {
  const { t } = useTranslation('question-editor')
  const { x, y } = spot
  return (
    // Only follows the focus of the fields inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className={classes.box} onFocus={onSelect}>
      <legend>{name}</legend>
      <Stack gap="sm">
        <PairField
          editing={editing}
          id={spot.id}
          pairs={answers.pairs}
          label={t('figure.rightLabel')}
          choices={body.labels}
          labelOf={(number) => t('figure.label', { number })}
        />
        <Group gap="sm" align="flex-end">
          <ShareFields
            path={`${editing.bodyPath}.spots.${at}`}
            figure={{ kind: 'point', x, y }}
            onChange={onChange}
          />
          <RemoveButton name={name} size="xl" disabled={body.spots.length === 1} onClick={onRemove} />
        </Group>
      </Stack>
    </fieldset>
  )
}
