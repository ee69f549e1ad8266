import type { DemoPerson } from '../../types.ts'

export const owner: DemoPerson = {
  login: 'owner',
  name: 'Prof. Wangarĩ Kamau',
  country: 'KE',
  bio: 'Dean of the faculty since 2021. Hydrologist, choir singer, early riser.',
  image: 'meridian-wangari.webp',
}

export const admins: DemoPerson[] = [
  { login: 'admin', name: 'Josphat Mwangi', country: 'KE', image: 'meridian-josphat.webp' },
]

export const teachers: DemoPerson[] = [
  {
    login: 'teacher',
    name: 'Dr Otieno Odhiambo',
    country: 'KE',
    bio: 'Algorithms and scheduling. Science Block 214.',
    image: 'meridian-otieno.webp',
    faculties: ['computing-mathematics'],
  },
  {
    login: 'njeri.muthoni',
    name: 'Dr Njeri Mũthoni',
    country: 'KE',
    bio: 'Two censuses, and a collection of misleading charts.',
    image: 'meridian-njeri.webp',
    faculties: ['computing-mathematics'],
  },
  {
    login: 'amina.hassan',
    name: 'Prof. Amina Hassan Abdi',
    country: 'KE',
    bio: 'Outbreak response from Garissa to Juba.',
    image: 'meridian-amina.webp',
    faculties: ['health-environment'],
  },
  {
    login: 'kiprotich.langat',
    name: 'Eng. Kiprotich Langat',
    country: 'KE',
    bio: 'Drains, ponds and the question why.',
    image: 'meridian-kiprotich.webp',
    faculties: ['health-environment'],
  },
  { login: 'wairimu.gathoni', name: 'Wairimũ Gathoni', country: 'KE', bio: 'Runs the writing centre.' },
]

const faculties = ['computing-mathematics', 'health-environment']

const enrolled: [login: string, name: string, country?: string][] = [
  ['student', 'Wanjikũ Njoroge'],
  ['abdi.noor', 'عبدي نور', 'SO'],
  ['achieng.otieno', 'Achieng’ Otieno'],
  ['agnes.nduta', 'Agnes Nduta'],
  ['asha.mohamed', 'Asha Mohamed'],
  ['barasa', 'Barasa'],
  ['beatrice.moraa', 'Beatrice Moraa'],
  ['brian.kiptoo', 'Brian Kiptoo'],
  ['charity.mwende', 'Charity Mwende'],
  ['collins.ouma', 'Collins Ouma'],
  ['cynthia.atieno', 'Cynthia Atieno'],
  ['daniel.tesfaye', 'Daniel Tesfaye', 'ET'],
  ['dennis.murithi', 'Dennis Mũriithi'],
  ['esther.nyambura', 'Esther Nyambura'],
  ['faith.jepkosgei', 'Faith Jepkosgei'],
  ['fatuma.ali', 'Fatuma Ali'],
  ['gideon.mutua', 'Gideon Mutua'],
  ['grace.akinyi', 'Grace Akinyi'],
  ['hellen.wambui', 'Hellen Wambũi'],
  ['irene.uwase', 'Irène Uwase', 'RW'],
  ['james.kariuki', 'James Kariũki'],
  ['kevin.omondi', 'Kevin Omondi'],
  ['lilian.naliaka', 'Lilian Naliaka'],
  ['mercy.chebet', 'Mercy Chebet'],
  ['mohamed.abdullahi', 'Mohamed Abdullahi'],
  ['mumbi.gichuki', 'Mũmbi Gĩchũkĩ'],
  ['nafula.wekesa', 'Nafula Wekesa'],
  ['nganga.kimani', 'Ng’ang’a Kĩmani'],
  ['nyokabi.waweru', 'Nyokabi Waweru'],
  ['patrick.ssemakula', 'Patrick Ssemakula', 'UG'],
  ['purity.kendi', 'Purity Kendi'],
  ['rehema.juma', 'Rehema Juma', 'TZ'],
  ['ruth.chepkoech', 'Ruth Chepkoech'],
  ['samuel.maina', 'Samuel Maina'],
  ['sharon.nekesa', 'Sharon Nekesa'],
  ['stephen.mwangangi', 'Stephen Mwangangi'],
  ['vincent.kosgei', 'Vincent Kosgei'],
  ['winnie.adhiambo', 'Winnie Adhiambo'],
]

/** Students have a student number, which also works at login. */
export const students: DemoPerson[] = enrolled.map(([login, name, country = 'KE'], index) => ({
  login,
  name,
  country,
  user_code: `MU/25/${String(1041 + index * 7)}`,
  faculties: [faculties[index % faculties.length]!],
  ...(login === 'student' && { image: 'meridian-wanjiku.webp' }),
}))
