import type { DemoPerson } from '../../types.ts'

export const owner: DemoPerson = {
  login: 'owner',
  name: 'Amélie Diop-Laurent',
  country: 'FR',
  bio: 'A ouvert la première salle de Parole à Belleville en 2014, la deuxième à Dakar en 2019.',
  image: 'parole-amelie.webp',
}

export const admins: DemoPerson[] = [
  { login: 'admin', name: 'Nadège Mbaye', country: 'SN', image: 'parole-nadege.webp' },
  { login: 'sylvain.petit', name: 'Sylvain Petit', country: 'FR' },
]

export const teachers: DemoPerson[] = [
  {
    login: 'teacher',
    name: 'Claire Fontaine',
    country: 'FR',
    bio: 'Quinze ans de français langue étrangère, examinatrice du DELF.',
    image: 'parole-claire.webp',
  },
  {
    login: 'mamadou.ndiaye',
    name: 'Mamadou Ndiaye',
    country: 'SN',
    bio: 'Anglais des affaires, et l’art du silence.',
    image: 'parole-mamadou.webp',
  },
  {
    login: 'aissatou.sow',
    name: 'Aïssatou Sow',
    country: 'SN',
    bio: 'Dix ans de radio à Dakar, puis le wolof pour tous.',
    image: 'parole-aissatou.webp',
  },
  {
    login: 'fatima.benali',
    name: 'فاطمة الزهراء بنعلي',
    country: 'MA',
    bio: 'Calligraphe et enseignante à Rabat.',
    image: 'parole-fatima.webp',
  },
  { login: 'lucia.mendoza', name: 'Lucía Mendoza', country: 'ES', status: 'awaiting_acceptance' },
]

const eleve = (login: string, name: string, country: string): DemoPerson => ({ login, name, country })

export const students: DemoPerson[] = [
  { ...eleve('student', 'Moussa Diallo', 'SN'), image: 'parole-moussa.webp' },
  eleve('adja.fall', 'Adja Fall', 'SN'),
  eleve('ama.serwaa', 'Ama Serwaa', 'GH'),
  eleve('anais.lemaitre', 'Anaïs Lemaître', 'FR'),
  eleve('awa', 'Awa', 'SN'),
  eleve('benedicte.courtois', 'Bénédicte Courtois', 'BE'),
  eleve('cheikh.gueye', 'Cheikh Guèye', 'SN'),
  eleve('coumba.thiam', 'Coumba Thiam', 'SN'),
  eleve('dung.nguyen', 'Nguyễn Thị Dung', 'VN'),
  eleve('elodie.gauthier', 'Élodie Gauthier', 'FR'),
  eleve('fatou.ba', 'Fatou Bâ', 'SN'),
  eleve('francois-xavier.dupre', 'François-Xavier Dupré', 'FR'),
  eleve('gaelle.le-goff', 'Gaëlle Le Goff', 'FR'),
  eleve('ibrahima.kone', 'Ibrahima Koné', 'CI'),
  eleve('ines.garcia', 'Inés García Muñoz', 'ES'),
  eleve('jose.pereira', 'José Pereira', 'CV'),
  eleve('julien.moreau', 'Julien Moreau', 'FR'),
  eleve('khady.seck', 'Khady Seck', 'SN'),
  eleve('kofi.mensah', 'Kofi Mensah', 'GH'),
  eleve('lea.garnier', 'Léa Garnier', 'FR'),
  eleve('marta.kowalska', 'Marta Kowalska', 'PL'),
  eleve('maelys.noel', 'Maëlys Noël', 'FR'),
  eleve('oumar.traore', 'Oumar Traoré', 'ML'),
  eleve('quynh.tran', 'Trần Quỳnh', 'VN'),
  eleve('rokhaya.sarr', 'Rokhaya Sarr', 'SN'),
  eleve('samir.haddad', 'سمير حدّاد', 'TN'),
  eleve('soren.lindqvist', 'Sören Lindqvist', 'SE'),
  eleve('thomas.lefevre', 'Thomas Lefèvre', 'FR'),
  eleve('wei.zhang', 'Wei Zhang', 'CN'),
  eleve('yacine.benmoussa', 'Yacine Benmoussa', 'DZ'),
]
