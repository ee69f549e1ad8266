import sharp from 'sharp'
import { demoSchools } from '../../src/demo/schools.ts'
import { codecraftBanner, codecraftCover, codecraftLogo } from './covers-codecraft.ts'
import { meridianBanner, meridianCover, meridianLogo } from './covers-meridian.ts'
import { paroleBanner, paroleCover, paroleLogo } from './covers-parole.ts'
import { renderPortrait } from './portraits.ts'

const artists: Record<string, { cover: (slug: string) => string; banner: string; logo: string }> = {
  codecraft: { cover: codecraftCover, banner: codecraftBanner(), logo: codecraftLogo },
  parole: { cover: paroleCover, banner: paroleBanner(), logo: paroleLogo },
  meridian: { cover: meridianCover, banner: meridianBanner(), logo: meridianLogo },
}

/** Renders covers, banners, logos and portraits of all schools from SVG. */
export async function renderImages(folder: string) {
  const webp = (svg: string, file: string, quality = 82) =>
    sharp(Buffer.from(svg)).webp({ quality, effort: 6 }).toFile(`${folder}/${file}`)
  for (const school of demoSchools) {
    const { cover, banner, logo } = artists[school.school_url]!
    await sharp(Buffer.from(logo))
      .png({ compressionLevel: 9, palette: true })
      .toFile(`${folder}/${school.logo}`)
    await webp(banner, school.cover)
    for (const course of school.courses) await webp(cover(course.slug), course.cover)
    const people = [school.owner, ...school.admins, ...school.teachers, ...school.students]
    for (const [index, person] of people.entries())
      if (person.image) await webp(renderPortrait(school.school_url, index), person.image, 86)
  }
}
