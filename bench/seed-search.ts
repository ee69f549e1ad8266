import pg from 'pg'

export interface SearchSize {
  people: number
  courses: number
  /** Of each course. */
  contents: number
}

const firstNames =
  `Adaeze Adebayo Aisha Amara Amina Ayodele Babatunde Bisi Blessing Bola Chidi Chiamaka Chinedu Chioma
  Damilola Daniel David Ebuka Efe Emeka Emmanuel Esther Fatima Femi Folake Funmilayo Gbenga Grace Halima Ibrahim Ifeoma
  Ikenna Ini Ishaya Jide John Joseph Kelechi Kemi Kunle Kwame Lanre Mariam Mary Michael Musa Ngozi Nkechi Nneka Obinna
  Olamide Olu Oluwaseun Peter Rashida Ruth Samuel Sarah Segun Sola Tayo Temitope Tobi Tunde Uche Umar Victor Wale Yemi
  Yusuf Zainab`.split(/\s+/)
const lastNames =
  `Abiola Abubakar Achebe Adeleke Adewale Adeyemi Afolabi Ajayi Akande Akintola Alabi Aliyu Amadi Aminu
  Anyanwu Asante Awolowo Ayinde Balogun Bassey Bello Boateng Chukwu Danjuma Dike Dosunmu Edet Effiong Ekwueme Eze Fashola
  Garba Gowon Hassan Ibe Idowu Igwe Iwu Jaja Johnson Kalu Lawal Madu Mbah Mensah Mohammed Musa Nnamdi Nwachukwu Nwosu Obi
  Odukoya Ogunleye Ojo Okafor Okeke Okonkwo Okoro Oladipo Olaniyan Onyeka Osagie Owusu Oyelaran Sani Shehu Suleiman Taiwo
  Udo Umeh Usman Uzoma Williams Yakubu Yusuf Zubair`.split(/\s+/)
const subjects =
  `algebra geometry statistics chemistry physics biology economics accounting marketing design typography
  Python JavaScript databases networks security literature grammar poetry history geography philosophy psychology baking
  sewing carpentry plumbing welding farming nursing midwifery nutrition photography filming editing drumming singing
  coaching finance taxation auditing logistics procurement robotics electronics`.split(/\s+/)
const words =
  `loops functions variables questions examples exercises practice theory methods tools basics planning writing
  reading measuring drawing building testing comparing explaining listing sorting searching counting mixing heating cooling
  cutting joining folding cleaning storing selling buying paying saving teaching learning asking answering thinking solving
  the of and to in is that for with as by on this from are be at or an which but not have they their when how one`.split(
    /\s+/,
  )

const listOf = (texts: readonly string[]) => `array['${texts.join("','")}']`
/** The element of a list for a number: always the same one, and evenly spread. */
const pick = (texts: readonly string[], number: string) =>
  `(${listOf(texts)})[1 + abs(hashint8((${number})::bigint)) % ${texts.length}]`
const id = (kind: number, number: string) =>
  `('0191000${kind}-0000-7000-8000-' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`

const idText = (kind: number, number: number) =>
  `0191000${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
/** A teacher of 100 courses with 20,000 students, and a student of four courses. */
export const teacherOfSearch = idText(1, 3)
export const studentOfSearch = idText(1, 4711)

/** Fills a school with people, courses, texts and enrolments, by bulk statements as the owner of the database. */
export async function seedSearch(ownerUrl: string, school_id: string, size: SearchSize) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (const statement of statementsFor(school_id, size)) await client.query(statement)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

const user = (k: string) => id(1, k)
const course = id(2, 'c')
const lesson = id(3, 'c')
const content = id(4, 'c * 1000 + t')

function statementsFor(school: string, { people, courses, contents }: SearchSize): string[] {
  const each = `generate_series(1, ${courses}) c`
  const texts = `${each}, generate_series(1, ${contents}) t`
  const title = `initcap(${pick(words.slice(0, 40), 'c * 131 + t * 7')}) || ' and ' || ${pick(words.slice(0, 40), 'c * 17 + t * 31')}
    || ' in ' || ${pick(subjects, 'c * 3 + t')}`
  const sentence = `(select string_agg(${pick(words, 'c * 7919 + t * 104729 + w * 31 + k * 17')}, ' ')
    || ' ' || ${pick(subjects, 'c * 7 + t * 3 + k')} from generate_series(1, 60) w)`
  return [
    `insert into users (school_id, id, role, email, name, created_at)
     select '${school}', ${user('k')}, case when k <= 20 then 'teacher' else 'student' end, 'person-' || k || '@search.test',
       ${pick(firstNames, 'k')} || ' ' || ${pick(lastNames, 'k * 31 + 7')}, now() - k % 300 * interval '1 day'
     from generate_series(1, ${people}) k`,
    `insert into courses (school_id, id, course_code, course_name, short_description, course_is_public, course_teacher_id,
       created_by, position, search)
     select '${school}', ${course}, 'S' || c, name, 'What everybody should know', c % 3 > 0, ${user('1 + c % 20')},
       ${user('1 + c % 20')}, c, setweight(to_tsvector('simple', fold_text(name)), 'A')
     from (select c, initcap(${pick(subjects, 'c')}) || ' for ' || ${pick(subjects, 'c * 13')} || ' ' || c as name from ${each}) named`,
    `insert into lessons (school_id, id, course_id, title, position)
     select '${school}', ${lesson}, ${course}, 'Section', 1 from ${each}`,
    `insert into contents (school_id, id, course_id, lesson_id, type, title, body, position, is_published)
     select '${school}', ${content}, ${course}, ${lesson}, 'text', ${title}, '<p>Text</p>', t, true from ${texts}`,
    `insert into outline_versions (school_id, course_id, version) select '${school}', ${course}, gen_random_uuid() from ${each}`,
    `insert into content_chunks (school_id, content_id, version, position, course_id, text, search, source_version)
     select '${school}', ${content}, 0, k, ${course}, chunk, setweight(to_tsvector('simple', fold_text(chunk)), case k when 0 then 'A' else 'D' end::"char"), ''
     from ${texts}, generate_series(0, 3) k, lateral (select case k when 0 then ${title} else ${sentence} end as chunk) as made`,
    `insert into enrolments (school_id, course_id, user_id, status, approved_at, created_at)
     select distinct on (c, k) '${school}'::uuid, ${course}, ${user('k')}, 'approved', now(), now()
     from (select 1 + abs(hashint8(k * 3 + e)) % ${courses} as c, k
       from generate_series(21, ${people}) k, generate_series(1, 4) e) chosen`,
  ]
}
