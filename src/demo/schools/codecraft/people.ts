import type { DemoPerson } from '../../types.ts'

export const owner: DemoPerson = {
  login: 'owner',
  name: 'Ngozi Okafor-Bello',
  country: 'NG',
  bio: 'Founded CodeCraft in 2017 in a room above a print shop in Yaba.',
  image: 'codecraft-ngozi.webp',
}

export const admins: DemoPerson[] = [
  { login: 'admin', name: 'Túndé Adébáyọ̀', country: 'NG', image: 'codecraft-tunde.webp' },
]

export const teachers: DemoPerson[] = [
  {
    login: 'teacher',
    name: 'Ọláyínká Adéwálé',
    country: 'NG',
    bio: 'Python, patience, and nine years of payment software.',
    image: 'codecraft-olayinka.webp',
  },
  {
    login: 'chidinma.eze',
    name: 'Chidinma Eze',
    country: 'NG',
    bio: 'Builds websites for schools and clinics.',
    image: 'codecraft-chidinma.webp',
  },
  {
    login: 'efe.oghenekaro',
    name: 'Efe Oghenekaro',
    country: 'NG',
    bio: 'Front-end lead by day, kind reviewer by night.',
    image: 'codecraft-efe.webp',
  },
  {
    login: 'ibrahim.danjuma',
    name: 'Ibrahim Musa Danjuma',
    country: 'NG',
    bio: 'Former auditor. Distrusts every number at first sight.',
    image: 'codecraft-ibrahim.webp',
  },
  { login: 'rita.osagie', name: 'Rita Osagie', country: 'NG', status: 'awaiting_acceptance' },
]

const student = (login: string, name: string, country = 'NG'): DemoPerson => ({ login, name, country })

export const students: DemoPerson[] = [
  { ...student('student', 'Adaeze Okonkwo'), image: 'codecraft-adaeze.webp' },
  student('ayodele.ogunleye', 'Ayọ̀délé Ògúnlẹ́yẹ'),
  student('babatunde.akinola', 'Babátúndé Akínọlá'),
  student('blessing.effiong', 'Blessing Effiong'),
  student('chiamaka.umeh', 'Chiamaka Umeh'),
  student('chukwuemeka.nnamdi', 'Chukwuemeka Nnamdi'),
  student('damilola.bakare', 'Dàmilọ́lá Bákàrè'),
  student('emmanuel.okoro', 'Emmanuel Okoro'),
  student('esther.john', 'Esther John'),
  student('fatima.bello', 'Fatima Bello'),
  student('folake.sanni', 'Fọlákẹ́ Sànní'),
  student('grace.etim', 'Grace Etim'),
  student('halima.sani', 'Halima Sani'),
  student('ifeanyi.obi', 'Ifeanyi Obi'),
  student('ikechukwu.eke', 'Ikechukwu Eke'),
  student('joy.akpan', 'Joy Akpan'),
  student('kehinde.falana', 'Kẹ́hìndé Fálánà'),
  student('kwame.boateng', 'Kwame Boateng', 'GH'),
  student('lateef.olawale', 'Lateef Ọláwálé'),
  student('mariam.yusuf', 'مريم يوسف', 'NE'),
  student('musa.abubakar', 'Musa Abubakar'),
  student('nnenna.ibe', 'Nnenna Ibe'),
  student('obinna.chukwu', 'Obinna Chukwu'),
  student('olumide.shittu', 'Olúmidé Shittu'),
  { ...student('osas', 'Osas'), status: 'suspended' },
  student('patience.danladi', 'Patience Danladi'),
  student('rukayat.lawal', 'Rukayat Lawal'),
  student('samuel.adjei', 'Samuel Kofi Adjei', 'GH'),
  student('segun.ajayi', 'Ṣẹ́gun Àjàyí'),
  student('tochukwu.nwosu', 'Tochukwu Nwosu'),
  student('uche.anyanwu', 'Uche Anyanwu'),
  student('victoria.idris', 'Victoria Idris'),
  student('yetunde.coker', 'Yétúndé Coker'),
  student('zainab.lawal', 'Zainab Lawal'),
]
