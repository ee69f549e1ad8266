import { Group, Text } from '@mantine/core'
import { useCreatorPreviewParam, useSelectedCourseParam, useTopicParam } from '../frame/course-parameters.ts'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'

/** Shows the query parameters, each with its history mode. */
export function DevAddress() {
  const [topic, setTopic] = useTopicParam()
  const [course, setCourse] = useSelectedCourseParam()
  const [preview, setPreview] = useCreatorPreviewParam()
  return (
    <Section title="Address">
      <Text data-testid="address">{`topic ${topic ?? '–'}, course ${course ?? '–'}, preview ${preview}`}</Text>
      <Group>
        <Button variant="default" onClick={() => setTopic(String(Number(topic ?? 0) + 1))}>
          Next topic
        </Button>
        <Button variant="default" onClick={() => setCourse(String(Number(course ?? 0) + 1))}>
          Next course
        </Button>
        <Button variant="default" onClick={() => setPreview(!preview)}>
          Turn preview
        </Button>
      </Group>
    </Section>
  )
}
