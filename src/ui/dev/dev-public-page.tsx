import { CategorySection } from '#ui/public/category-section.tsx'
import { CourseCard } from '#ui/public/course-card.tsx'
import { Hero } from '#ui/public/hero.tsx'
import { Article, Badge, Disclosure, EmptyMessage, LinkButton, SearchField } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { onlyOutsideProduction } from './only-outside-production.ts'

export const middleware = [onlyOutsideProduction]

const courses = [
  'The web from its first page',
  'Questions to a database',
  'Working together with Git',
  'Programs that other people can read',
]

/** Every component of the public pages. */
export default function DevPublicPage() {
  return (
    <PublicPage links={[{ href: '#courses', label: 'Courses' }]}>
      <title>Public pieces</title>
      <meta name="description" content="Every piece of the public pages." />
      <Hero
        eyebrow="Open for the spring term"
        title="Learn to build software that people need"
        text="Small classes, real projects, and teachers who answer."
        actions={
          <>
            <LinkButton href="#courses" large>
              See the courses
            </LinkButton>
            <LinkButton href="/register" quiet large dataFor="visitor">
              Register
            </LinkButton>
          </>
        }
      />
      <CategorySection
        id="courses"
        title="Courses"
        text="Begin where you are."
        aside={<a href="#faq">Questions</a>}
      >
        {courses.map((title, index) => (
          <CourseCard
            key={title}
            href={`?selected_course_id=${index}`}
            title={title}
            text="Write your first page, give it a form, and put it where everybody can see it. No experience is needed."
            image={null}
            badge={index === 1 ? <Badge tone="accent">Coming soon</Badge> : undefined}
            facts={['12 lessons', 'Ngozi Eze']}
            price={index === 0 ? 'Free' : '₦25,000'}
          />
        ))}
      </CategorySection>
      <section className="p-section p-width" id="faq" aria-label="Questions">
        <SearchField action="/dev/ui/public" name="q" label="Search the courses" button="Search" />
        <p>
          <Badge>A badge</Badge> <Badge tone="success">Finished</Badge>
        </p>
        <Disclosure summary="Do I need a computer?" open>
          <p>Any will do.</p>
        </Disclosure>
        <Disclosure summary="Is there a certificate?">
          <p>At the end of each course.</p>
        </Disclosure>
        <EmptyMessage
          title="No courses yet"
          text="They appear here as soon as the school publishes one."
          action={<LinkButton href="/">Home</LinkButton>}
        />
        <Article html="<h2>An article</h2><p>With <a href='#faq'>a link</a> and <code>code</code>.</p><pre><code>git init</code></pre>" />
      </section>
    </PublicPage>
  )
}
